import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import express from 'express';
import { onTestFinished } from 'vitest';
import { securityHeaderPairs, securityHeaders } from '#server/http/answer/security-headers.ts';
import { readAssetManifest } from '#server/asset-manifest.ts';
import { production, root } from '#scripts/build/folders.ts';
import { iconModules } from '#scripts/build/client/icon-modules.ts';

const scripts = new Map<string, Promise<Buffer>>();

/** A page with one widget, under the site's own policy and in its own dress. Resolves to its origin. */
export async function startWidgetPage(entry: string): Promise<string> {
  const script = scripts.get(entry) ?? bundle(entry);
  scripts.set(entry, script);
  const widget = await script;
  const clientDir = path.join(production.outDir, 'client');
  const style = readAssetManifest(clientDir).styles[0] ?? '';
  const page = `<!doctype html><html lang="zh-TW"><meta charset="utf-8"><title>元件</title><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css">
    <body><div id="root"></div><script type="module" src="/widget.js"></script>`;

  const app = express().use(securityHeaders(securityHeaderPairs({ isHttps: false })));
  app.get('/', (_request, response) => void response.type('html').send(page));
  app.get('/style.css', (_request, response) => {
    response.type('css').send(readFileSync(path.join(clientDir, style)));
  });
  app.get('/widget.js', (_request, response) => {
    response.type('js').send(widget);
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bundle(entry: string): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'tests/browser/widgets', entry)],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    plugins: [iconModules],
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  return Buffer.from(outputFiles[0]?.contents ?? []);
}
