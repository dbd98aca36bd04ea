import path from 'node:path';
import { iconToSVG } from '@iconify/utils/lib/svg/build';
import { getIconData } from '@iconify/utils/lib/icon-set/get-icon';
import { transform, type Plugin } from 'esbuild';
import { openInstalledCollections } from '#server/features/icons/installed-collections.ts';
import { root } from '../folders.ts';

const collections = openInstalledCollections(path.join(root, 'node_modules/@iconify-json'));
const specifier = /^icon:([a-z0-9-]+)\/([a-z0-9-]+)$/;

/**
 * Makes `import menu from 'icon:lucide/menu'` a module with that one drawing, so that each script holds the icons
 * that its components show and no others.
 */
export const iconModules: Plugin = {
  name: 'icon-modules',
  setup(build) {
    build.onResolve({ filter: /^icon:/ }, ({ path: wanted }) => ({
      path: wanted.replace('icon:', ''),
      namespace: 'icon',
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: 'icon' }, async ({ path: name }) => ({
      contents: await iconModule(`icon:${name}`),
      resolveDir: root,
    }));
  },
};

/** The source of such a module: elements that are made once, and no HTML for the browser to parse. */
export async function iconModule(wanted: string): Promise<string> {
  const [, collection = '', name = ''] = specifier.exec(wanted) ?? [];
  if (!collections.has(collection)) throw new Error(`${wanted}: there is no such collection of icons`);
  const set = await collections.find({ collection, names: [name] });
  const icon = set && getIconData(set, name);
  if (!icon) throw new Error(`${wanted}: ${collection} has no such icon`);
  const { attributes, body } = iconToSVG(icon);
  // Two of them on a page would share the definitions of the first.
  if (/\sid=/.test(body)) throw new Error(`${wanted}: a drawing with ids cannot be shown twice`);
  const jsx = `export default { viewBox: ${JSON.stringify(attributes.viewBox)}, shapes: <>${asJsx(body)}</> };`;
  return (await transform(jsx, { loader: 'jsx', jsx: 'automatic' })).code;
}

function asJsx(svg: string): string {
  return svg.replace(/ [a-z]+(?:-[a-z]+)+(?==")/g, (attribute) =>
    attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}
