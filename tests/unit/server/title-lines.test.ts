import { expect, test } from 'vitest';
import { emsOf, titleLines } from '#server/media/cards/title-lines.ts';
import { oddTitles } from '#tests/helpers/sharing-cards.ts';

const lines = (title: string, ems: number) => titleLines(title, ems, { maxLines: 3, ellipsis: '…' });

test.for([
  ['雨停之後，茶園裡的早晨', 10, ['雨停之後，', '茶園裡的早晨']],
  ['在家泡工夫茶：一把小壺、三個杯子，以及等待', 12, ['在家泡工夫茶：一把小壺、', '三個杯子，以及等待']],
  ['Kubernetes 與 Node.js 26 的筆記', 10, ['Kubernetes 與', 'Node.js 26 的筆記']],
  ['價格 1,280 元', 5, ['價格', '1,280 元']],
  ['春茶', 10, ['春茶']],
] as const)('%s within %i ems ends its lines where it pauses', ([title, ems, expected]) => {
  expect(lines(title, ems)).toEqual({ lines: expected, isCut: false });
});

test('what does not fit ends in an ellipsis after a whole character', () => {
  const { lines: cut, isCut } = lines('👩‍🌾'.repeat(40), 10);
  expect(isCut).toBe(true);
  expect(cut).toHaveLength(3);
  expect(cut.at(-1)).toMatch(/^(?:👩‍🌾)+…$/u);
  expect(lines('茶'.repeat(29) + '「」茶', 10).lines.at(-1), 'nothing begins before it').toBe(
    `${'茶'.repeat(9)}…`,
  );
});

test('what is cut off is the end, with nothing put in before', () => {
  for (const title of oddTitles(100)) {
    const text = title.replace(/\s+/g, ' ').trim();
    const { lines: shown, isCut } = lines(text, 6);
    if (isCut) expect(text.replaceAll(' ', '')).toContain(shown.join('').replaceAll(' ', '').slice(0, -1));
    const last = shown.at(-1)?.slice(0, -1) ?? '';
    if (isCut) expect(text).toContain(last);
  }
});

test('no line begins or ends with what must not, and none is too long', () => {
  for (const title of oddTitles(200)) {
    const text = title.replace(/\s+/g, ' ').trim();
    for (const ems of [10.7, 14, 19]) {
      const { lines: shown, isCut } = lines(text, ems);
      expect(shown.length, text).toBeLessThanOrEqual(3);
      for (const line of shown) expect(emsOf(line), line).toBeLessThanOrEqual(ems);
      // Twenty such signs in a row leave no choice.
      if (/[\p{P}\p{S}]{9}/u.test(text)) continue;
      for (const line of shown.slice(1)) expect(line, text).not.toMatch(/^[，。、：！？」』）》〉…—々]/u);
      for (const line of shown.slice(0, -1)) expect(line, text).not.toMatch(/[「『（《〈]$/u);
      if (!isCut) expect(shown.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }
  }
});
