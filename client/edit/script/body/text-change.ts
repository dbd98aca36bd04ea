/** A text with its selection; `start` is the caret where nothing is selected. */
export interface SelectedText {
  value: string;
  start: number;
  end: number;
}

/** Replaces the part from `from` to `to`, and selects a part of the new text. */
export interface TextChange {
  from: number;
  to: number;
  text: string;
  selectFrom: number;
  selectTo: number;
}

export function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): SelectedText {
  return { value, start: selectionStart, end: selectionEnd };
}

/**
 * Writes as typing does, so that the browser can undo it. A field that is hidden, or behind a dialog, takes no focus: the
 * browser's command would write into the field that has it.
 */
export function applyChange(field: HTMLTextAreaElement, change: TextChange): void {
  const { from, to, text, selectFrom, selectTo } = change;
  field.focus();
  field.setSelectionRange(from, to);
  if (from !== to || text !== '') {
    const isDone =
      document.activeElement === field &&
      (text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text));
    // Without undo, there or in a browser that has no such command.
    if (!isDone) {
      field.setRangeText(text, from, to, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    }
  }
  field.setSelectionRange(selectFrom, selectTo);
}

/** Writes after a wait. Somebody who types elsewhere by now goes on there. */
export function applyLate(field: HTMLTextAreaElement, change: TextChange): void {
  const focused = document.activeElement;
  applyChange(field, change);
  if (focused instanceof HTMLElement && focused !== field && focused !== document.body)
    focused.focus({ preventScroll: true });
}

/** Place at which the line of a character begins. */
export function lineStart(value: string, at: number): number {
  return value.lastIndexOf('\n', at - 1) + 1;
}

/** Place at which the line of a character ends. */
export function lineEnd(value: string, at: number): number {
  const end = value.indexOf('\n', at);
  return end === -1 ? value.length : end;
}
