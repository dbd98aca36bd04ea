import { countRows, lineAtRow, topOfLine } from './follow-lines.ts';

/** Scrolls the shown text along with the field in which it is typed. */
export function followText(field: HTMLTextAreaElement, pane: HTMLElement) {
  let rows: readonly number[] = [];
  /** With the end of the text. */
  let lines: readonly number[] = [];
  let isWaiting = false;

  function scroll(): void {
    isWaiting = false;
    const hidden = field.scrollHeight - field.clientHeight;
    const share = hidden > 0 ? field.scrollTop / hidden : 0;
    const room = pane.scrollHeight - pane.clientHeight;
    if (share >= 1) return void (pane.scrollTop = room);
    const blocks = [...pane.children];
    // A block that is not one element, such as refused HTML.
    if (blocks.length !== lines.length - 1) return void (pane.scrollTop = share * room);
    const row = (field.scrollTop / field.scrollHeight) * (rows.at(-1) ?? 0);
    const line = hidden > 0 ? lineAtRow(rows, row) : lineOfCaret(field);
    const start = pane.getBoundingClientRect().top - pane.scrollTop;
    const tops = blocks.map((block) => block.getBoundingClientRect().top - start);
    pane.scrollTop = topOfLine(line, lines, [...tops, pane.scrollHeight]) - (tops[0] ?? 0);
  }

  function waitForFrame(): void {
    if (pane.hidden || isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(scroll);
  }

  field.addEventListener('scroll', waitForFrame, { passive: true });
  return {
    /** `blockLines` are the lines of the text at which the blocks of the pane begin. */
    follow(text: string, blockLines: readonly number[]): void {
      const { fontSize, paddingLeft, paddingRight } = getComputedStyle(field);
      const width = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      rows = countRows(text, Math.max(1, Math.floor(width / parseFloat(fontSize))));
      lines = [...blockLines, rows.length - 1];
      waitForFrame();
    },
  };
}

function lineOfCaret({ value, selectionEnd }: HTMLTextAreaElement): number {
  return value.slice(0, selectionEnd).split('\n').length - 1;
}
