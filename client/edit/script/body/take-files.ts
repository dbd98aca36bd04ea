import { mediaMarkdown } from '#shared/editing/media-markdown.ts';
import type { UploadedMedia } from '#shared/editing/uploads.ts';
import { afterComposition } from './composition.ts';
import { insertMedia } from './insert.ts';
import { applyChange, selectedIn } from './text-change.ts';

/** Uploads files, which come into the text when they are stored. */
export type TakeFiles = (files: readonly File[]) => void;

/** Puts pictures, films and sounds that are dropped on the field, or pasted, into the library and into the text. */
export function takeFiles(field: HTMLTextAreaElement, list: HTMLElement): TakeFiles {
  const take: TakeFiles = (files) => {
    if (files.length === 0) return;
    void import('../upload/upload-list.ts').then(({ showUpload }) => {
      for (const file of files) {
        const row = showUpload(file, list.dataset, (media) => {
          if (mediaMarkdown(media) === null) return explain(row, list);
          row.remove();
          afterComposition(() => insertBeside(field, media));
        });
        list.append(row);
      }
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
  return take;
}

/** Says where a file belongs that the library has, and that no text can show. */
function explain(row: HTMLElement, { dataset }: HTMLElement): void {
  row.querySelector('[role=status]')?.append(dataset['document'] ?? '');
}

/** At the caret of this moment. Somebody who types elsewhere by now goes on there. */
function insertBeside(field: HTMLTextAreaElement, media: UploadedMedia): void {
  const focused = document.activeElement;
  const change = insertMedia(selectedIn(field), media);
  if (change !== null) applyChange(field, change);
  if (focused instanceof HTMLElement && focused !== field && focused !== document.body)
    focused.focus({ preventScroll: true });
}
