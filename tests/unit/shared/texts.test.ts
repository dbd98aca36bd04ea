import { globSync, readFileSync } from 'node:fs';
import { createInstance, type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { language } from '#shared/locale/language.ts';
import '#shared/locale/visitors/account-texts.ts';
import { createTexts, knownTexts } from '#shared/locale/texts.ts';

const texts = knownTexts();

/** Any key, which `t` itself does not take. */
type Look = (key: string, values?: object) => unknown;

test.for(keysOf(texts))('%s is in the browser what i18next makes of it', async (key) => {
  const instance = createInstance();
  await instance.init({
    lng: language,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
  });
  const inBrowser = createTexts() as unknown as Look;
  const full = instance.t as unknown as Look;
  const names = String(full(key, { skipInterpolation: true })).matchAll(/\{\{(\w+)\}\}/g);
  const values = Object.fromEntries([...names].map(([, name = '']) => [name, `〈${name}〉`]));
  expect(inBrowser(key, values)).toBe(full(key, values));
  expect(inBrowser(key, values)).not.toMatch(/\{\{|\$t\(/);
});

/** Words of a trade: of the categories and tags of the sample, those that stand on no other site. */
const wordsOfSample = /[茶壺陶]|tea|葉子|香與日常|點心|織品|紙品|器物|製茶|節氣|散文|印刷/i;
const drawingOfSample = /leaf|coffee|\bcup|sprout|pot\b/i;

test('no text or drawing of the interface speaks of the sample', () => {
  const sources = globSync('{shared/locale,shared/kinds,client}/**/*.{ts,tsx}');
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap((file) => {
    const strings = readFileSync(file, 'utf8').match(
      /'[^'\n]*[\u4e00-\u9fff][^'\n]*'|>[^<>{}]*[\u4e00-\u9fff][^<>{}]*<|'icon:[^']*'|\b(?:Tea|Leaf)\w*|\bleaf[A-Z]\w*/g,
    );
    return (strings ?? [])
      .filter((text) => wordsOfSample.test(text) || drawingOfSample.test(text))
      .map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});

test('a text that asks for more is left to i18next', () => {
  const asked: unknown[] = [];
  const full: Look = (...all) => {
    asked.push(all);
    return '其他';
  };
  const t = createTexts(full as unknown as TFunction) as unknown as Look;
  expect(t('no.such.text', { count: 2 })).toBe('其他');
  expect(asked).toEqual([['no.such.text', { count: 2 }]]);
});

function keysOf(part: object, prefix = ''): string[] {
  return Object.entries(part).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? keysOf(text, `${prefix}${name}.`) : [prefix + name],
  );
}
