import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '#server/search/text/fold.ts';
import { matches } from '#server/search/text/matches.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { canonical } from '#server/search/text/runs.ts';
import { phraseTokens, singlesOf, tokensOf } from '#server/search/text/tokens.ts';
import { hardTexts, textAndQuery } from '#tests/helpers/search-texts.ts';

test.each([
  ['烏龍茶', ['烏龍', '龍茶', '茶']],
  ['烏龍。龍茶', ['烏龍', '龍', '龍茶', '茶']],
  ['QY-120ml', ['qy', '120', 'ml']],
  ['Tea茶葉', ['tea', '0茶', '茶葉', '葉']],
  ['茶', ['茶']],
])('the index holds %s as %j', (text, tokens) => {
  expect(tokensOf(fold(text))).toEqual(tokens);
});

test.each([
  [' 烏龍茶 ', ['烏龍', '龍茶']],
  [' 茶 ', ['茶']],
  [' 茶 tea ', ['茶', 'tea']],
  [' 2026 年 ', ['2026', '0年']],
  [' qy 120 ml ', ['qy', '120', 'ml']],
])('%s is asked for as %j', (reading, tokens) => {
  expect(phraseTokens(reading)).toEqual(tokens);
});

test('asking for tokens one after the other finds what a scan finds', () => {
  let found = 0;
  fc.assert(
    fc.property(textAndQuery(), ({ text, query }) => {
      const folded = fold(text);
      for (const reading of parseQuery(query).words.flatMap((word) => word.readings)) {
        const isFound = matches(canonical(folded), reading);
        expect(hasPhrase(folded, reading), reading).toBe(isFound);
        if (isFound) found += 1;
      }
    }),
    { numRuns: 6000 },
  );
  expect(found).toBeGreaterThan(1500);
});

function hasPhrase(folded: string, reading: string): boolean {
  const phrase = phraseTokens(reading);
  if (phrase.length === 1 && singlesOf(reading).has(phrase[0] ?? ''))
    return singlesOf(folded).has(phrase[0] ?? '');
  const tokens = tokensOf(folded);
  return tokens.some((_, at) => phrase.every((token, index) => tokens[at + index] === token));
}

test('FTS5 keeps each token as it is', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(`create virtual table s using fts5(body, tokenize = "unicode61 remove_diacritics 0");
    create virtual table v using fts5vocab(s, instance)`);
  const insert = db.prepare('insert into s (rowid, body) values (?, ?)');
  const indexed: string[][] = [];
  const add = (text: string): void => {
    const tokens = tokensOf(fold(text));
    insert.run(indexed.push(tokens), tokens.join(' '));
  };
  for (let code = 0x21; code < 0x33_000; code += 1) {
    // Every seventh of the many Han characters and Hangul syllables is enough.
    if (code > 0x34_00 && code % 7 !== 0) continue;
    const character = String.fromCodePoint(code);
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(character)) add(`x${character}`);
  }
  for (const text of fc.sample(hardTexts(), 500)) add(text);
  const kept: string[][] = indexed.map(() => []);
  for (const { doc, term } of db.prepare('select doc, term from v order by doc, offset').all()) {
    kept[Number(doc) - 1]?.push(String(term));
  }
  expect(kept.length).toBeGreaterThan(20_000);
  expect(kept.filter((tokens, index) => tokens.join(' ') !== indexed[index]?.join(' '))).toEqual([]);
  db.close();
});
