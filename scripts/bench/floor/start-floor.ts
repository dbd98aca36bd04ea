import { production } from '#scripts/build/folders.ts';
import { siteEnvironment, type BenchSite } from '../site/site.ts';
import { toPageModule } from './page-module.ts';
import { startBundled } from './start-bundled.ts';

/** The page's markup at `/product`, from components in which everything is written out. */
export function startMarkupFloor(html: string): Promise<BenchSite> {
  const { source, page, bootstrapModules } = toPageModule(html);
  const start = `
    import { serveMarkup } from './markup-server.tsx';
    serveMarkup(${page}, ${JSON.stringify(bootstrapModules)});`;
  return startBundled({ name: 'markup', source: source + start, address: '/product' });
}

/** The page at `/product` from our own components, with the data of this site. */
export function startComponentsFloor(dataDir: string): Promise<BenchSite> {
  const source = `
    import { serveComponents } from './components-server.tsx';
    await serveComponents(${JSON.stringify(production.outDir)});`;
  const env = siteEnvironment({ port: 0, dataDir });
  return startBundled({ name: 'components', source, address: '/product', env });
}
