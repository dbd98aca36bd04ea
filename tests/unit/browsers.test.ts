import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { promisedVersions, readableVersions, type BrowserVersions } from '#scripts/build/browser-versions.ts';
import { production } from '#scripts/build/folders.ts';
import { samplePages } from '#scripts/tools/sample-pages.ts';
import { anAccount, signedIn } from '../helpers/accounts.ts';
import { findLacking, versionsOf, type FeatureKey } from '../helpers/browsers/compat-data.ts';
import { htmlFeatures, inlineScripts } from '../helpers/browsers/html-features.ts';
import { listFeatures, newFeatures, writeVersions } from '../helpers/browsers/new-features.ts';
import { scriptFeatures } from '../helpers/browsers/script-features.ts';
import { styleFeatures } from '../helpers/browsers/style-features.ts';
import { unusedFeatures } from '../helpers/browsers/unused-features.ts';
import { openSite } from '../helpers/site.ts';

const document = readFileSync('docs/browsers.md', 'utf8');
const listed = listFeatures(document);
const listedUnder = (...roots: string[]) =>
  listed.map(({ key }) => key).filter((key) => roots.includes(key.split('.')[0] ?? ''));

function readBuilt(type: 'js' | 'css'): string[] {
  const dir = path.join(production.outDir, 'client/assets');
  return globSync(`*.${type}`, { cwd: dir }).map((file) => readFileSync(path.join(dir, file), 'utf8'));
}

describe('docs/browsers.md', () => {
  const say = ({ chrome, firefox, safari }: BrowserVersions) =>
    `Chrome ${chrome}, Firefox ${firefox} and Safari ${safari}`;

  test('promises the versions of the build', () => {
    expect(document).toContain(`Everything works in ${say(promisedVersions)}, `);
    expect(document).toContain(`${say(readableVersions)} can read the scripts`);
  });

  test('says of each feature since when browsers have it, and what happens without', () => {
    for (const { key, versions, without } of listed) {
      expect.soft(versions, key).toEqual(writeVersions(key));
      expect.soft(without, key).not.toBe('');
    }
  });
});

describe('the scripts of the build', () => {
  const found = readBuilt('js').map(scriptFeatures);

  test('can be read by all browsers that are to run them', () => {
    const syntax = new Set(found.flatMap((script) => [...script.syntax]));
    expect(syntax).toContain('javascript.operators.optional_chaining');
    expect(findUnreadable(syntax)).toEqual([]);
  });

  test('ask for no newer function than docs/browsers.md lists, and for each of these', () => {
    const asked = newFeatures(found.flatMap((script) => [...script.calls]));
    const isUnused = (key: FeatureKey) => Object.hasOwn(unusedFeatures, key);
    expect(asked.filter(isUnused)).toEqual(Object.keys(unusedFeatures).toSorted());
    expect(asked.filter((key) => !isUnused(key))).toEqual(
      [...listedUnder('api', 'javascript'), ...selectorsOfScripts].toSorted(),
    );
  });
});

/** Listed among the styles. */
const selectorsOfScripts = ['css.selectors.popover-open'];

test('the styles of the build have no newer feature than docs/browsers.md lists, and each of these', () => {
  const features = readBuilt('css').flatMap((css) => [...styleFeatures(css)]);
  expect([...newFeatures(features), ...selectorsOfScripts].toSorted()).toEqual(listedUnder('css').toSorted());
});

test('pages have no newer element and attribute than docs/browsers.md lists, and each of these', async () => {
  const { app, services } = await openSite({ env: { SAMPLE_CONTENT: 'auto' } });
  const { email } = await anAccount(services.db, { role: 'admin' });
  const cookie = await signedIn(app, email);
  const features: FeatureKey[] = [];
  const { home, products, product, article, table, search, login } = samplePages;
  for (const address of [home, products, product, article, table, search, login, ...signedInPages]) {
    const cookies = signedInPages.includes(address) ? cookie : '';
    const { text } = await request(app).get(address).set('Cookie', cookies).expect(200);
    features.push(...htmlFeatures(text));
    expect(inlineScripts(text)).toEqual([]);
  }
  expect(newFeatures(features)).toEqual(listedUnder('html').toSorted());
});

const signedInPages = ['/account', '/edit', '/edit/articles/gongfu-tea-at-home', '/edit/site'];

function findUnreadable(syntax: Iterable<FeatureKey>): FeatureKey[] {
  return [...syntax].filter((key) => findLacking(key, readableVersions).length > 0);
}

describe('what is planted', () => {
  test.for([
    ['a lookbehind', '/(?<=a)b/u', 'javascript.regular_expressions.lookbehind_assertion'],
    [
      'a lookbehind in a text',
      'new RegExp("(?<!a)b")',
      'javascript.regular_expressions.lookbehind_assertion',
    ],
    ['the flag v', '/[\\p{L}--a]/v', 'javascript.builtins.RegExp.unicodeSets'],
    ['a modifier', '/(?i:a)b/', 'javascript.regular_expressions.modifier'],
    ['a static block', 'class A { static { f(); } }', 'javascript.classes.static.initialization_blocks'],
    ['using', '{ using a = f(); }', 'javascript.statements.using'],
  ] as const)('as syntax is found: %s', ([, code, key]) => {
    expect(findUnreadable(scriptFeatures(code).syntax)).toEqual([key]);
  });

  test.for([
    ['Object.groupBy(a, f)', 'javascript.builtins.Object.groupBy'],
    ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
    ['AbortSignal.any([a])', 'api.AbortSignal.any_static'],
    ['URL["canParse"](a)', 'api.URL.canParse_static'],
    ['a.b().union(c)', 'javascript.builtins.Set.union'],
    ['const { toSorted } = a', 'javascript.builtins.Array.toSorted'],
    ['new CloseWatcher()', 'api.CloseWatcher'],
    ['if ("a" in window) window.navigation.back()', 'api.Window.navigation'],
    ['a.addEventListener("scrollend", f)', 'api.Document.scrollend_event'],
    ['new FormData(form, button)', 'api.FormData.FormData.submitter'],
    ['a.querySelector(`b:has(${c})`)', 'css.selectors.has'],
  ] as const)('as a call is found: %s', ([code, key]) => {
    expect(newFeatures(scriptFeatures(code).calls)).toEqual([key]);
  });

  test('as an older call is found with its versions', () => {
    const { calls } = scriptFeatures('a.findLast(f); structuredClone(a); const at = (b) => b.at(0);');
    expect([...calls]).toEqual(
      expect.arrayContaining(['javascript.builtins.Array.findLast', 'api.structuredClone']),
    );
    expect(versionsOf('api.structuredClone')).toEqual({ chrome: 98, firefox: 94, safari: 15.4 });
  });

  test('as a name of the script’s own is not taken for the browser’s', () => {
    expect(
      newFeatures(
        scriptFeatures('import { navigation } from "a"; navigation(); a = { navigation: 1 };').calls,
      ),
    ).toEqual([]);
  });

  test.for([
    ['a:has(b) { color: red }', 'css.selectors.has'],
    ['@starting-style { a { color: red } }', 'css.at-rules.starting-style'],
    ['a { text-box: trim-both cap alphabetic }', 'css.properties.text-box'],
    ['a { color: light-dark(#000, #fff) }', 'css.types.color.light-dark'],
    ['a { --b: light-dark(#000, #fff) }', 'css.types.color.light-dark'],
    ['a { width: attr(data-width px) }', 'css.types.attr.type_function'],
    ['a { & b { color: red } }', 'css.selectors.nesting'],
    ['@container (width > 2px) { a { color: red } }', 'css.at-rules.container'],
    ['@media (width > 2px) { a { color: red } }', 'css.at-rules.media.range_syntax'],
    ['a { nothing-known: 1 }', 'css.properties.nothing-known'],
  ] as const)('as a style is found: %s', ([css, key]) => {
    expect(newFeatures(styleFeatures(css))).toContain(key);
  });

  test('as a page is found', () => {
    const html = '<dialog closedby=any></dialog><details name=a></details><button commandfor=b>';
    expect(newFeatures(htmlFeatures(html))).toEqual([
      'html.elements.button.commandfor',
      'html.elements.details.name',
      'html.elements.dialog.closedby',
    ]);
    expect(inlineScripts('<script>f()</script><script type="application/json">{}</script>')).toEqual(['f()']);
  });
});
