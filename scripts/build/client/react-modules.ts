import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';
import { root } from '../folders.ts';

const require = createRequire(import.meta.url);

/**
 * React as ES modules: its packages are CommonJS, whose exports esbuild reaches through a getter at each use, which is
 * for every element of a page. With names of their own they are plain variables. For the server only: in Chromium a
 * page came alive a tenth later with it.
 */
export const reactModules: Plugin = {
  name: 'react-modules',
  setup(build) {
    build.onResolve({ filter: /^react(\/jsx-(dev-)?runtime)?$/ }, ({ path, kind }) =>
      // Requested by CommonJS, our modules below included: the package itself.
      kind === 'import-statement' ? { path, namespace: 'react' } : null,
    );
    build.onLoad({ filter: /.*/, namespace: 'react' }, ({ path }) => {
      const names = Object.keys(require(path) as object).join(', ');
      const contents = `const whole = require('${path}');\nexport default whole;\nexport const { ${names} } = whole;`;
      return { contents, resolveDir: root };
    });
  },
};
