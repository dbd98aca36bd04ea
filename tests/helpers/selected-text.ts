import type { SelectedText, TextChange } from '#client/edit/script/body/text-change.ts';

/** A text whose selection stands in 《 and 》, or whose caret is at ‸. */
export function aText(marked: string): SelectedText {
  const caret = marked.indexOf('‸');
  if (caret !== -1) return { value: marked.replace('‸', ''), start: caret, end: caret };
  const value = marked.replace(/[《》]/g, '');
  return { value, start: marked.indexOf('《'), end: marked.indexOf('》') - 1 };
}

/** The text after a change, marked in the same way. */
export function afterChange({ value }: SelectedText, change: TextChange): string {
  const { from, to, text, selectFrom, selectTo } = change;
  const changed = value.slice(0, from) + text + value.slice(to);
  const [before, selected, after] = [
    changed.slice(0, selectFrom),
    changed.slice(selectFrom, selectTo),
    changed.slice(selectTo),
  ];
  return selected === '' ? `${before}‸${after}` : `${before}《${selected}》${after}`;
}
