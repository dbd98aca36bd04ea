import express from 'express';

interface Stored {
  headers: Record<string, string>;
  body: Buffer;
}

/** The least that Express does to send bytes that it has: with the same headers, and nothing decided. */
export function serveStored(
  stored: Readonly<Record<string, Stored>>,
  notModified: Record<string, string>,
): void {
  const app = express();
  app.disable('x-powered-by');
  for (const [path, { headers, body }] of Object.entries(stored)) {
    app.get(path, (_request, response) => {
      response.writeHead(200, headers).end(body);
    });
  }
  app.get('/not-modified', (_request, response) => {
    response.writeHead(304, notModified).end();
  });
  app.listen(Number(process.env['PORT']), '127.0.0.1');
}
