import express from 'express';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** The least that streams a page at `/product`: nothing routes, reads, checks, logs or sets headers of ours. */
export function serveBare(element: () => ReactElement, bootstrapModules: string[]): void {
  const app = express();
  app.disable('x-powered-by');
  app.get('/product', (_request, response) => {
    const stream = renderToPipeableStream(element(), {
      bootstrapModules,
      onShellReady() {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        stream.pipe(response);
      },
    });
  });
  app.listen(Number(process.env['PORT']), '127.0.0.1');
}
