import { setTimeout as delay } from 'node:timers/promises';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { answerFirst } from '#server/http/before-express.ts';
import { requestLog, type LoggedResponse } from '#server/http/request-log.ts';

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
        await delay(20);
        isReady = true;
      },
    );

    expect((await request(app).get('/')).text).toBe('ready');
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
  ready: () => Promise<void> | null = () => null,
) {
  const app = express();
  answerFirst(app, {
    log: requestLog(createLog('silent')),
    ready,
    answer: (_request, response) => answer(response),
    counter: null,
  });
  return app;
}
