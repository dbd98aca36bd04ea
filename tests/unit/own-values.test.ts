import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Names that never come from outside, by file. A file whose lookups are gone is taken out. */
const exceptions: Readonly<Record<string, string>> = {
  'client/browser/fetch/reload-guard.ts': 'paths, which begin with a slash',
  'client/browser/navigate/scroll-restoration.ts': 'keys of places in the history, which the router makes',
  'client/edit/form/field-control.tsx': 'options of a field of ours',
  'client/edit/form/form-field.tsx': 'fields of ours',
  'server/config/config-values.ts': 'settings of ours',
  'server/content/entries/change-times.ts': 'columns of ours',
  'server/content/entries/documents.ts': 'columns of ours',
  'server/content/history/differences.ts': 'numbers of lines',
  'server/content/entries/entry-addresses.ts': 'parameters of our routes',
  'server/content/kinds/content-kind.ts': 'fields and columns of ours',
  'server/content/kinds/searched-entry.ts': 'columns of ours',
  'server/content/thread/render-stored.ts': 'columns of ours',
  'server/content/site-settings.ts': 'settings of ours',
  'server/content/entries/write-rows.ts': 'columns of ours',
  'server/operate/backup/make/copy-postgres.ts': 'tables of ours',
  'server/features/editing/form/form-to-document.ts': 'fields of ours',
  'server/features/editing/table/check-changes.ts': 'columns of ours',
  'server/features/editing/table/compare-rows.ts': 'columns and keys of ours',
  'server/features/editing/table/write-table.ts': 'columns of ours',
  'server/pages/documents/document-address.ts': 'parameters of our routes',
  'server/pages/load/load-page.ts': 'ids of our routes',
  'server/search/index/plain-body.ts': 'entities that a pattern has found',
  'server/search/text/alike/zhuyin.ts': 'sounds that a pattern has found',
  'shared/locale/texts.ts': 'values of our texts',
  'shared/own-value.ts': 'is the way to look others up',
  'shared/payload/page-data.ts': 'ids of our routes',
  'shared/address/paths.ts': 'parameters of our routes',
};

const sources = globSync('{client,server,shared}/**/*.{ts,tsx}')
  .filter((file) => !file.endsWith('.d.ts') && !file.includes('/migrations/'))
  .map((file) => ({ file, code: withoutComments(readFileSync(file, 'utf8')) }));
const types = ['Record<string\\b', ...sources.flatMap(({ code }) => findRecordTypes(code))];

test('a name from outside is looked up with ownValue, which finds no members of every object', () => {
  expect(sources.length).toBeGreaterThan(600);
  const found = sources.flatMap(({ file, code }) =>
    findLookups(code, types).map((lookup) => ({ file, lookup })),
  );
  const unexpected = found.filter(({ file }) => !Object.hasOwn(exceptions, file));
  expect(unexpected.map(({ file, lookup }) => `${file}: ${lookup}`)).toEqual([]);
  const unused = Object.keys(exceptions).filter((file) => !found.some((one) => one.file === file));
  expect(unused, 'exceptions that nothing needs any more').toEqual([]);
});

test.each([
  'function f(texts: Record<string, string>, name: string) { return texts[name]; }',
  'const texts: Readonly<Record<string, Text>> = all; show(texts[done] ?? done);',
  'interface Props { values?: Partial<Record<string, string>> } show(props.values?.[key.slice(1)]);',
  'function f({ values }: Form, rows: FormRow) { return rows[name]; }',
])('a lookup in a plain object is found in %s', (code) => {
  expect(findLookups(code, [...types, 'FormRow\\b'])).toHaveLength(1);
});

test.each([
  'const texts: Readonly<Record<string, string>> = all; show(ownValue(texts, done), texts["a"]);',
  'const texts: Readonly<Record<Kind, string>> = all; show(texts[kind]);',
  'const texts: string[] = all; show(texts[index]);',
])('none is found in %s', (code) => {
  expect(findLookups(code, types)).toEqual([]);
});

/** Other names of types whose keys are any strings. */
function findRecordTypes(code: string): string[] {
  const named = /type (\w+)(?:<[^=]*>)? =\s*(?:(?:Readonly|Partial)<)*\s*Record<string\b/g;
  const indexed = /interface (\w+)[^{]*\{\s*(?:readonly )?\[\w+: string\]/g;
  return [named, indexed].flatMap((pattern) =>
    Array.from(code.matchAll(pattern), ([, name]) => `${name}\\b`),
  );
}

/** Lookups by a name that is no literal, in what is declared with one of these types in the same file. */
function findLookups(code: string, recordTypes: readonly string[]): string[] {
  const declared = new RegExp(`(\\w+)\\??:\\s*(?:(?:Readonly|Partial)<)*(?:${recordTypes.join('|')})`, 'g');
  const records = new Set(Array.from(code.matchAll(declared), ([, name]) => name));
  const lookups = code.matchAll(/\b(\w+)(?:\?\.)?\[(?!['"`\d\]])[^\]\n]+\]/g);
  return Array.from(lookups).flatMap(([lookup, name]) => (records.has(name) ? [lookup] : []));
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm, '');
}
