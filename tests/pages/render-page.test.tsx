import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import compression from 'compression';
import express from 'express';
import { Suspense, use, type ReactNode } from 'react';
import { createStaticHandler } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createI18n } from '#shared/locale/create-i18n.ts';
import { createRenderer, type Renderer } from '#server/pages/render/render-page.tsx';
import type { LoadedPage } from '#server/pages/load/load-page.ts';
import { testAssets } from '../helpers/site.ts';

interface Setting {
  origin: string;
  renderer: Renderer;
  errors: unknown[];
  /** Errors thrown by `render`. */
  thrown: unknown[];
}

/** Starts a server whose only page is this component. */
async function serve(Page: () => ReactNode, { deadlineMs = 5000, isCrawler = false } = {}): Promise<Setting> {
  const handler = createStaticHandler([{ id: 'layout', path: '*', Component: Page }]);
  const renderer = createRenderer({
    config: { baseURL: '/', buildId: 'test', publicUrl: null },
    assets: testAssets,
    i18n: createI18n(),
    site: { handler, basePath: '/' },
    deadlineMs,
  });
  const errors: unknown[] = [];
  const thrown: unknown[] = [];
  const app = express();
  app.use(compression({ threshold: 0 }));
  app.use(async (request, response) => {
    const context = await handler.query(new Request(`http://site${request.url}`));
    if (context instanceof Response) throw new Error('no redirects here');
    const page: LoadedPage = {
      statusCode: 200,
      context,
      data: {},
      json: '{}',
      error: null,
      seeOther: null,
      movedTo: null,
      respelledTo: null,
    };
    try {
      await renderer.render(page, response, {
        waitForAll: isCrawler,
        colorMode: 'system',
        viewer: null,
        onShell: () => response.type('html'),
        onError: (error) => errors.push(error),
      });
    } catch (error) {
      thrown.push(error);
      if (!response.headersSent) response.status(500).send('the shell failed');
    }
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, renderer, errors, thrown };
}

function aLatePage(late: Promise<string>, onWait: () => void = () => {}) {
  const Late = () => {
    onWait();
    return <p>{use(late)}</p>;
  };
  return () => (
    <main>
      <h1>殼</h1>
      <Suspense fallback={<p>等一下</p>}>
        <Late />
      </Suspense>
    </main>
  );
}

const never = new Promise<string>(() => {});

test('the shell is sent while the rest is still to come', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { origin } = await serve(aLatePage(promise));
  const response = await fetch(origin);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = (await reader?.read())?.value ?? '';
  expect(first).toContain('殼');
  expect(first).not.toContain('晚到的');
  resolve('晚到的');
  let rest = '';
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
    rest += chunk.value;
  expect(rest).toContain('晚到的');
});

test('the shell is sent at once in a compressed answer too', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { origin } = await serve(aLatePage(promise));
  const response = await fetch(origin, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('殼');
  resolve('晚到的');
});

test('a crawler gets the whole page at once, with everything in its place', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const waits = Promise.withResolvers<void>();
  const { origin } = await serve(aLatePage(promise, waits.resolve), { isCrawler: true });
  const answer = fetch(origin);
  await waits.promise;
  // The shell, which other visitors get now, finishes in the turn in which its data comes.
  await nextTurn();
  resolve('晚到的');
  const text = await (await answer).text();
  expect(text).toContain('晚到的');
  expect(text).not.toContain('等一下');
  expect(text).not.toContain('<template');
});

test('a visitor who leaves in the middle ends the render, without an error in the log', async () => {
  const { origin, renderer, errors, thrown } = await serve(aLatePage(never));
  for (let i = 0; i < 20; i += 1) {
    const abort = new AbortController();
    const response = await fetch(origin, { signal: abort.signal });
    await response.body?.getReader().read();
    abort.abort();
  }
  await expect.poll(() => renderer.active).toBe(0);
  expect(errors).toEqual([]);
  expect(thrown).toEqual([]);
});

test('a visitor who leaves before the shell ends the render', async () => {
  const Blocked = () => <p>{use(never)}</p>;
  const { origin, renderer } = await serve(Blocked);
  const abort = new AbortController();
  const answer = fetch(origin, { signal: abort.signal });
  await expect.poll(() => renderer.active).toBe(1);
  abort.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => renderer.active).toBe(0);
});

test('a render that never ends is aborted at its deadline, and the page says what to do in the browser', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { origin, renderer, errors } = await serve(aLatePage(never), { deadlineMs: 10_000 });
  const response = await fetch(origin);
  vi.advanceTimersByTime(9_999);
  for (let n = 0; n < 20; n += 1) await nextTurn();
  expect([renderer.active, errors]).toEqual([1, []]);
  vi.advanceTimersByTime(1);
  const text = await response.text();
  expect(text).toContain('殼');
  expect(text).toContain('</html>');
  expect(errors).toHaveLength(1);
  expect(renderer.active).toBe(0);
});

test('an exception in the shell is thrown before anything is sent', async () => {
  const { origin, thrown, renderer } = await serve(() => {
    throw new Error('boom');
  });
  const response = await fetch(origin);
  expect(response.status).toBe(500);
  expect(thrown).toMatchObject([{ message: 'boom' }]);
  expect(renderer.active).toBe(0);
});

test('an exception after the shell is told once, and the rest of the page is sent', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  const { origin, errors } = await serve(aLatePage(promise));
  const response = await fetch(origin);
  reject(new Error('late boom'));
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain('</html>');
  expect(errors).toMatchObject([{ message: 'late boom' }]);
});
