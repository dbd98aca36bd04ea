import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { build } from 'esbuild';
import type { ReactNode } from 'react';
import type * as Server from 'react-dom/server';
import type * as React from 'react';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { reactWriting } from '#scripts/build/client/react-writing.ts';
import { serverOptions } from '#scripts/build/server.ts';
import { temporaryFolder } from '#tests/helpers/databases.ts';

/**
 * React for production, as it comes and as the build makes it. The other tests that import sources, and `npm run dev`,
 * run React for development, which warns of what is wrong; those of tests/browser and tests/process run the built site,
 * and so React as it is here. This is the test that holds the two ways of writing to the same bytes.
 */
type Built = Pick<typeof React, 'createElement' | 'Suspense' | 'use'> &
  Pick<typeof Server, 'renderToPipeableStream'>;
let asItComes: Built;
let ours: Built;

beforeAll(async () => {
  const outDir = temporaryFolder(afterAll);
  const options = serverOptions({ outDir, isDevelopment: false });
  const contents =
    "export { createElement, Suspense, use } from 'react'; export { renderToPipeableStream } from 'react-dom/server';";
  const load = async (name: string, plugins: typeof options.plugins = []): Promise<Built> => {
    const stdin = { contents, resolveDir: import.meta.dirname };
    await build({
      ...options,
      sourcemap: false,
      plugins,
      entryPoints: [],
      stdin,
      entryNames: name,
      outExtension: { '.js': '.mjs' },
    });
    return (await import(/* @vite-ignore */ pathToFileURL(path.join(outDir, `${name}.mjs`)).href)) as Built;
  };
  asItComes = await load('as-it-comes');
  ours = await load('ours', [reactWriting]);
});

interface Rendering {
  html: Buffer;
  errors: string[];
}

function render(react: Built, tree: ReactNode, highWaterMark?: number): Promise<Rendering> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const errors: string[] = [];
    const end = () => resolve({ html: Buffer.concat(parts), errors });
    const stream = new Writable({
      ...(highWaterMark !== undefined && { highWaterMark }),
      write(chunk: Buffer, _encoding, callback) {
        parts.push(chunk);
        if (highWaterMark === undefined) callback();
        // Like a slow visitor.
        else setImmediate(callback);
      },
    });
    stream.once('close', end);
    const { pipe } = react.renderToPipeableStream(tree, {
      onShellReady: () => pipe(stream),
      onShellError: end,
      onError: (error) => void errors.push(String(error)),
    });
  });
}

const words = (length: number) =>
  Array.from({ length }, (_, i) => `${'茶'.repeat(i % 7)}é & <b>${i} 🍵`).join('');

const trees: Record<string, (react: Built) => ReactNode> = {
  'a page': ({ createElement: h }) =>
    h(
      'html',
      { lang: 'zh-TW' },
      h('head', null, h('title', null, '青葉')),
      h('body', { className: 'a "b"' }, '茶'),
    ),
  'small pieces in all scripts': ({ createElement: h }) =>
    h(
      'ul',
      null,
      Array.from({ length: 4000 }, (_, i) => h('li', { key: i, title: '“茶” 🍵 é' }, `${i} 茶 🍵 ü`)),
    ),
  'texts around the size of a piece': ({ createElement: h }) =>
    h(
      'div',
      null,
      [1365, 1366, 4095, 4096, 4097, 8191, 8192, 8193, 30_000].map((n) =>
        h('p', { key: n }, '茶'.repeat(n), 'x'.repeat(n)),
      ),
    ),
  'text with halves of letters': ({ createElement: h }) =>
    h('p', { title: '\ud83c' }, '\ud83c', '茶\udf75', '\udf75\ud83c'),
  'parts that come later': ({ createElement: h, Suspense, use }) => {
    const parts = [1, 20, 5].map((turns) => afterTurns(turns).then(() => words(900)));
    const Part = ({ part }: { part: Promise<string> }) => h('section', null, use(part));
    return h(
      'main',
      null,
      parts.map((part, i) => h(Suspense, { key: i, fallback: words(3) }, h(Part, { part }))),
    );
  },
  'a part that fails': ({ createElement: h, Suspense }) => {
    const Broken = () => {
      throw new Error('壞了');
    };
    return h('main', null, words(2000), h(Suspense, { fallback: '等等' }, h(Broken)));
  },
  'a page that fails': ({ createElement: h }) => {
    const Broken = () => {
      throw new Error('壞了');
    };
    return h('main', null, words(2000), h(Broken));
  },
};

test.for(Object.keys(trees).flatMap((name) => [{ name }, { name, highWaterMark: 1000 }]))(
  '$name: the same bytes and errors as from React as it comes (a visitor with room for $highWaterMark bytes)',
  async ({ name, highWaterMark }) => {
    const tree = trees[name] ?? (() => null);
    const expected = await render(asItComes, tree(asItComes), highWaterMark);
    const rendered = await render(ours, tree(ours), highWaterMark);
    expect(rendered.errors).toEqual(expected.errors);
    expect(rendered.html.toString('latin1')).toBe(expected.html.toString('latin1'));
    expect(rendered.html.length > 0).toBe(name !== 'a page that fails');
  },
);

test('nothing of a page whose visitor goes away comes into the next one', async () => {
  const { createElement: h } = ours;
  class Gone extends Writable {
    override write(): boolean {
      throw new Error('gone');
    }
  }
  await new Promise<void>((resolve) => {
    const { pipe } = ours.renderToPipeableStream(h('p', null, 'a secret'), {
      onAllReady: () => expect(() => pipe(new Gone())).toThrow('gone'),
      onError: () => void setImmediate(resolve),
    });
  });
  const { html } = await render(ours, h('p', null, 'next'));
  expect(html.toString()).toBe('<p>next</p>');
});

test('parts wait for a visitor who takes a while', async () => {
  const { createElement: h, Suspense, use } = ours;
  const ready = afterTurns(20).then(() => 'x'.repeat(20_000));
  const Part = () => h('section', null, use(ready));
  const parts = Array.from({ length: 10 }, (_, i) => h(Suspense, { key: i }, h(Part)));
  let mostWaiting = 0;
  const stream = new Writable({
    highWaterMark: 1000,
    write(_chunk, _encoding, callback) {
      mostWaiting = Math.max(mostWaiting, stream.writableLength);
      setImmediate(callback);
    },
  });
  const { pipe } = ours.renderToPipeableStream(h('main', null, parts), { onShellReady: () => pipe(stream) });
  await once(stream, 'close');
  expect(mostWaiting).toBeLessThan(50_000);
});

async function afterTurns(turns: number): Promise<void> {
  for (let n = 0; n < turns; n += 1) await nextTurn();
}

const reactFile = 'react-dom-server.node.production.js';

/** Resolves to React's server as the build makes it of this source. */
async function buildReact(source: string): Promise<string> {
  const dir = temporaryFolder();
  writeFileSync(path.join(dir, reactFile), source);
  const { outputFiles } = await build({
    entryPoints: [path.join(dir, reactFile)],
    plugins: [reactWriting],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

const installed = readFileSync(path.join('node_modules/react-dom/cjs', reactFile), 'utf8');

const others: Record<string, string> = {
  'that has no such part': 'var otherView = null;\n',
  'whose part has a helper more': installed.replace(
    'var textEncoder =',
    'function another() {}\nvar textEncoder =',
  ),
  'that begins in a third place': installed.replace(/^ +currentView = new[^;]+;\n.+\n/m, '$&$&'),
};

test.for(Object.entries(others))('a React %s stops the build', async ([, source]) => {
  expect(source).not.toBe(installed);
  await expect(buildReact(source)).rejects.toThrow('This version of React writes in another way.');
});

test('REACT_WRITING=off builds with React as it comes', async () => {
  expect(await buildReact(installed)).toContain('pendingText');
  vi.stubEnv('REACT_WRITING', 'off');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await buildReact(installed)).not.toContain('pendingText');
  expect(await buildReact('var otherView = null;\n')).toContain('otherView');
});
