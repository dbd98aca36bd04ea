import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * React Router's components as esbuild can leave out: `Link`, `Form`, `ScrollRestoration` and what they need are 16 kB
 * that no page of ours uses, and stay in a build only because each gets a name for developer tools and is made by a
 * call. Without the names, and with the calls marked as changing nothing, what nobody imports goes. A version that is
 * written otherwise only becomes larger again, which the budget of the first view tells.
 */
export const routerParts: Plugin = {
  name: 'router-parts',
  setup(build) {
    build.onLoad({ filter: /\/react-router\/dist\/production\/lib\/.*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(
          /^((?:const|var) \w+ = )(?=React\$?\d*\.(?:forwardRef|createContext|memo)\()/gm,
          '$1/* @__PURE__ */ ',
        ),
    }));
  },
};
