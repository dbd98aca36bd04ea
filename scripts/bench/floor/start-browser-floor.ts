import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { clientOptions } from '#scripts/build/client/client.ts';
import { root } from '#scripts/build/folders.ts';
import { get, getBytes } from '#scripts/tools/requests/http-client.ts';
import type { BenchSite } from '../site/site.ts';
import { toPageModule } from './page-module.ts';
import { startMarkupFloor } from './start-floor.ts';

interface BrowserFloor {
  origin: string;
  stop(): Promise<void>;
}

/** The site's product list as a browser gets it from React and its router alone: same markup, no data, no texts. */
export async function startBrowserFloor(site: BenchSite): Promise<BrowserFloor> {
  const { body } = await get(`${site.origin}/product`);
  const markup = body
    .replace(/<script type="application\/(?:ld\+)?json"[^]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '');
  const floor = await startMarkupFloor(markup);
  const html = (await get(`${floor.origin}/product`)).body.replace(
    /src="[^"]*\/entry-[^"]*"/,
    'src="/floor.js"',
  );
  await floor.stop();
  const script = gzipSync(await buildScript(markup), { level: 9 });

  const server = createServer((request, response) => {
    if (request.url === '/product') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip' });
      response.end(gzipSync(html));
    } else if (request.url === '/floor.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Content-Encoding': 'gzip' }).end(script);
    } else {
      // Styles and pictures are the site's own.
      const headers = { 'accept-encoding': String(request.headers['accept-encoding'] ?? '') };
      void getBytes(site.origin + (request.url ?? '/'), headers).then((answer) =>
        response.writeHead(answer.status, answer.headers).end(answer.body),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function buildScript(markup: string): Promise<Uint8Array> {
  const { source, page } = toPageModule(markup);
  const contents = `${source}
    import { hydrateRoot } from 'react-dom/client';
    import { createBrowserRouter } from 'react-router';
    import { RouterProvider } from 'react-router/dom';
    const router = createBrowserRouter([{ path: '*', Component: ${page} }]);
    hydrateRoot(document, jsx(RouterProvider, { router }));`;
  const { outputFiles = [] } = await build({
    ...clientOptions({ outDir: '.cache/bench', isDevelopment: false }),
    entryPoints: [],
    stdin: { contents, resolveDir: root, loader: 'js' },
    splitting: false,
    plugins: [],
    entryNames: 'floor',
    legalComments: 'none',
    write: false,
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error('the floor was not built');
  return script.contents;
}
