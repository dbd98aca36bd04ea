import { mediaMarkdown } from '#shared/editing/media-markdown.ts';
import { askWhile } from './ask-while.ts';
import { afterComposition } from './composition.ts';
import { insertMedia } from './insert.ts';
import { applyLate, selectedIn } from './text-change.ts';

/** Uploads files, which come into the text when they are stored, at the caret of that moment. */
export type TakeFiles = (files: readonly File[]) => void;

/** Puts pictures, films and sounds that are dropped on the field, or pasted, into the library and into the text. */
export function takeFiles(field: HTMLTextAreaElement, list: HTMLElement): TakeFiles {
  const watchLeaving = askWhile(() => list.querySelector('progress:not([hidden])') !== null);
  const take: TakeFiles = (files) => {
    if (files.length === 0) return;
    watchLeaving();
    import('../upload/upload-list.ts')
      .then(({ showUpload }) => {
        for (const file of files) {
          const row = showUpload(file, list.dataset, (media) => {
            if (mediaMarkdown(media) === null) return explain(row, list);
            row.remove();
            afterComposition(() => {
              const change = insertMedia(selectedIn(field), media);
              if (change !== null) applyLate(field, change);
            });
          });
          list.append(row);
        }
      })
      .catch(() => {
        for (const file of files) list.append(lostFile(file));
      });
  };
  field.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    // Office adds a picture of the text that is copied.
    if (files.length === 0 || event.clipboardData?.getData('text/plain')) return;
    event.preventDefault();
    take(files);
  });
  field.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  field.addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  // Beside the field, a browser would leave the page to show the file.
  document.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });
  return take;
}

/** Says where a file belongs that the library has, and that no text can show. */
function explain(row: HTMLElement, { dataset }: HTMLElement): void {
  row.querySelector('[role=status]')?.append(dataset['document'] ?? '');
}

/** A row for a file that cannot be sent, since there is no line to load the script for it. */
function lostFile({ name }: File): HTMLElement {
  const row = document.createElement('li');
  const { uploadFailed = '' } = document.documentElement.dataset;
  row.dataset['kind'] = 'problem';
  row.setAttribute('role', 'status');
  row.textContent = `${name} ${uploadFailed}`;
  return row;
}
