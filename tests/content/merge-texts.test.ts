import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeMarks } from '#shared/locale/editors/kept-text-texts.ts';
import { mergeTexts } from '#server/content/history/merge-texts.ts';

const base = '春天的雨下了三天。\n\n茶園裡沒有人。\n\n老闆說，今年的茶會晚一點。';

function both(mine: string, theirs: string): string {
  return `${mergeMarks.theirs}${theirs}${mergeMarks.end}${mergeMarks.mine}${mine}${mergeMarks.end}`;
}

describe('two texts become one', () => {
  test.each([
    {
      title: 'where each has changed another paragraph',
      mine: base.replace('三天', '五天'),
      theirs: base.replace('沒有人', '很安靜'),
      merged: base.replace('三天', '五天').replace('沒有人', '很安靜'),
    },
    {
      title: 'where both have changed one paragraph in different words',
      mine: base.replace('今年', '明年'),
      theirs: base.replace('晚一點', '早一點'),
      merged: base.replace('今年', '明年').replace('晚一點', '早一點'),
    },
    {
      title: 'where both have made the same change',
      mine: base.replace('三天', '五天'),
      theirs: base.replace('三天', '五天'),
      merged: base.replace('三天', '五天'),
    },
    {
      title: 'where one has added a paragraph and the other has removed one',
      mine: `${base}\n\n我等了很久。`,
      theirs: base.replace('茶園裡沒有人。\n\n', ''),
      merged: `${base.replace('茶園裡沒有人。\n\n', '')}\n\n我等了很久。`,
    },
  ])('$title', ({ mine, theirs, merged }) => {
    expect(mergeTexts({ base, mine, theirs })).toEqual({ text: merged, conflicts: 0 });
    expect(mergeTexts({ base, mine: theirs, theirs: mine }).text).toBe(merged);
  });

  test('and the same words that both have changed stand in it twice, with marks', () => {
    const merged = mergeTexts({
      base,
      mine: base.replace('三天', '五天'),
      theirs: base.replace('三天', '七天'),
    });
    expect(merged.conflicts).toBe(1);
    expect(merged.text).toMatch(/^春天的雨下了【現在的版本▸七(?:天)?】【你的版本▸五(?:天)?】/);
    expect(merged.text).toContain('茶園裡沒有人。');
  });

  test('and a paragraph that both have written anew stands in it twice as a whole', () => {
    const mine = base.replace('茶園裡沒有人。', '我在路上看見一隻貓，牠不理我。');
    const theirs = base.replace('茶園裡沒有人。', '火車誤點，大家都在月台上等。');
    const { text, conflicts } = mergeTexts({ base, mine, theirs });
    expect(conflicts).toBe(1);
    expect(text).toContain(both('我在路上看見一隻貓，牠不理我。', '火車誤點，大家都在月台上等。'));
  });

  test('and of lines one below the other only those that both have written anew stand in it twice', () => {
    const line = '老闆說，今年的茶會晚一點。';
    const text = `春天的雨。\n茶園裡沒有人。\n${line}\n山上有霧。\n路很滑。`;
    const mine = `我看見一隻貓。\n牠不理我。\n${line.replace('今年', '明年')}\n後來牠走了。\n我也是。`;
    const theirs = `火車誤點。\n大家都在等。\n${line.replace('晚', '早')}\n車終於來了。\n沒有座位。`;
    const merged = mergeTexts({ base: text, mine, theirs });
    expect(merged.conflicts).toBe(2);
    expect(merged.text.split('\n')).toContain('老闆說，明年的茶會早一點。');
  });

  test('and a paragraph that one has removed and the other has changed is not lost', () => {
    const mine = base.replace('茶園裡沒有人。\n\n', '');
    const theirs = base.replace('沒有人', '沒有半個人');
    expect(mergeTexts({ base, mine, theirs }).text).toContain('沒有半個人');
  });

  test('and words that are names of properties are words', () => {
    const words = 'constructor，__proto__，toString，春茶。';
    const [mine, theirs] = [words.replace('春茶', '冬茶'), words.replace('toString', 'valueOf')];
    expect(mergeTexts({ base: words, mine, theirs }).text).toBe('constructor，__proto__，valueOf，冬茶。');
  });
});

/** An edit at a part of a text: how many characters go, and how many new ones come. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(12),
  added: fc.nat(8),
});
const side = fc.array(edit, { minLength: 1, maxLength: 6 });
const paragraphs = fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 5 });

/** Han characters that each stand once. */
function createCharacters() {
  let last = 0x4e00;
  return (count: number) => String.fromCodePoint(...Array.from({ length: count }, () => (last += 1)));
}

function changed(
  text: string,
  edits: readonly { at: number; removed: number; added: number }[],
  made: (count: number) => string,
) {
  let result = text;
  for (const { at, removed, added } of edits) {
    const place = Math.floor(at * result.length);
    result = result.slice(0, place) + (added > 0 ? made(added) : '') + result.slice(place + removed);
  }
  return result;
}

const isWord = (character: string) => character >= '\u4e00';

test('of 1,000 pairs of edits no word of either is missing', () => {
  fc.assert(
    fc.property(paragraphs, side, side, (lengths, ownEdits, otherEdits) => {
      const made = createCharacters();
      const text = lengths.map((length) => `${made(length)}。`).join('\n\n');
      const [mine, theirs] = [changed(text, ownEdits, made), changed(text, otherEdits, made)];
      const { text: merged, conflicts } = mergeTexts({ base: text, mine, theirs });
      const [before, own, other, after] = [text, mine, theirs, merged].map((some) => new Set(some));
      // Words that one has removed may go; new ones, and those that both have kept, stay.
      const isToStay = (character: string) =>
        !before?.has(character) || (own?.has(character) && other?.has(character));
      const missing = [...mine, ...theirs].filter(
        (character) => isWord(character) && isToStay(character) && !after?.has(character),
      );
      expect(missing).toEqual([]);
      expect(merged.split(mergeMarks.theirs)).toHaveLength(conflicts + 1);
      expect(merged.split(mergeMarks.mine)).toHaveLength(conflicts + 1);
    }),
    { numRuns: 1000 },
  );
});

test('a text that is built to take long is not looked at in detail', () => {
  const lines = (count: number, last: string) => `一\n${'\n'.repeat(count)}${last}`;
  const merged = mergeTexts({
    base: `甲${lines(3000, '乙')}`,
    mine: `丙${lines(3100, '丁')}`,
    theirs: `戊${lines(2900, '己')}`,
  });
  expect(merged.conflicts).toBe(1);
  for (const character of '丙丁戊己') expect(merged.text).toContain(character);
});
