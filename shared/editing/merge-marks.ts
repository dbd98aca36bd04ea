import { mergeMarks } from '../locale/editors/merge-words.ts';

/** Numbers of the lines with a mark, from 1. */
export function findMarkedLines(text: string): number[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.includes(mergeMarks.theirs) || line.includes(mergeMarks.mine) ? index + 1 : [],
    );
}

/** Value of the button that asks for a merge. */
export const mergeButton = 'merge-texts';
