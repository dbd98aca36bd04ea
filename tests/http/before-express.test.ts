import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/base/log.ts';
import { countRequests } from '#server/operate/metrics/counts/count-requests.ts';
import { createCounts } from '#server/operate/metrics/counts/counts.ts';
import { answerFirst, type RequestCounter } from '#server/http/before-express.ts';
import { requestLog, type LoggedResponse } from '#server/http/request/request-log.ts';

describe('what answers before Express', () => {
  test('leaves to Express what it does not answer, mounted or not', async () => {
    const app = createAnswering((response) => response.req.url === '/kept' && Boolean(response.end('kept')));
    app.get('/other', (_request, response) => void response.send('made'));
    const parent = express().use('/below', app);

    for (const [site, base] of [[app, ''] as const, [parent, '/below'] as const]) {
      expect((await request(site).get(`${base}/kept`)).text).toBe('kept');
      expect((await request(site).get(`${base}/other`)).text).toBe('made');
    }
  });

  test('answers when it is ready, and not before', async () => {
    let isReady = false;
    const app = createAnswering(
      (response) => Boolean(response.end(isReady ? 'ready' : 'too early')),
      async () => {
        await nextTurn();
        isReady = true;
      },
    );

    expect((await request(app).get('/')).text).toBe('ready');
  });

  test('does nothing for a visitor who has left while it was not ready', async () => {
    const counts = createCounts();
    const hasLeft = Promise.withResolvers<void>();
    const app = createAnswering(
      () => false,
      async (incoming) => {
        const closed = new Promise((resolve) => incoming.socket.once('close', resolve));
        asked.destroy();
        await closed;
        setImmediate(hasLeft.resolve);
      },
      countRequests(counts, '/'),
    );
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const asked = get({ port: (server.address() as AddressInfo).port }).on('error', () => {});
    await hasLeft.promise;
    expect([counts.begun - counts.ended, counts.aborted]).toEqual([0, 1]);
  });

  test('has its exceptions told as all others', async () => {
    const app = createAnswering(() => {
      throw new Error('broken');
    });
    app.get('/', (_request, response) => void response.send('made'));
    const tell: ErrorRequestHandler = (error: Error, _request, response, _next) =>
      void response.status(500).send(`told: ${error.message}`);
    app.use(tell);

    const answer = await request(app).get('/');

    expect([answer.status, answer.text]).toEqual([500, 'told: broken']);
  });
});

function createAnswering(
  answer: (response: LoggedResponse) => boolean,
  ready: (request: IncomingMessage) => Promise<void> | null = () => null,
  counter: RequestCounter | null = null,
) {
  const app = express();
  answerFirst(app, {
    log: requestLog(createLog('silent')),
    ready,
    answer: (_request, response) => answer(response),
    counter,
  });
  return app;
}
