import { Router } from 'express';

/**
 * Development only. The page keeps this stream open; when the server has been replaced the browser connects
 * again and knows from the new id that it shows old work.
 */
export function liveReload(): Router {
  const router = Router();
  const serverId = `${process.pid}-${Date.now()}`;
  router.get('/_dev/reload', (_request, response) => {
    response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' });
    response.write(`retry: 200\ndata: ${serverId}\n\n`);
  });
  return router;
}
