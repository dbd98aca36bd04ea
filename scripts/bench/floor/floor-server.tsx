import type { ComponentType } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import express from 'express';

/** The least that streams this page: no data, no router, no words to look up, no headers of ours. */
export function serveFloor(Page: ComponentType, bootstrapModules: string[]): void {
  const app = express();
  app.disable('x-powered-by');
  app.get('/product', (_request, response) => {
    const stream = renderToPipeableStream(<Page />, {
      bootstrapModules,
      onShellReady() {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        stream.pipe(response);
      },
    });
  });
  app.listen(Number(process.env['PORT']), '127.0.0.1');
}
