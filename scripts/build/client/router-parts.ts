import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Makes React Router's components removable for esbuild: `Link`, `Form`, `ScrollRestoration` and their parts are 16 kB
 * that no page of ours uses, and stay in a build only because each gets a name for developer tools and is made by a
 * call. Without the names, and with the calls marked as pure, unused ones are dropped. If a new version is written
 * differently the build only becomes larger again, which exceeds the budget of the first view.
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
