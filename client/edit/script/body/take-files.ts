import { mediaMarkdown } from '#shared/editing/media-markdown.ts';
import { askWhile } from './ask-while.ts';
import { loadInTime } from '../late/load-in-time.ts';
import { insertMedia } from './insert.ts';
import type { TextPlace } from '../late/places.ts';

/** Uploads files, which come into the text when they are stored, at the caret of the moment in which they were given. */
export type TakeFiles = (files: readonly File[]) => void;

/** Tools for a Markdown field and the list of its uploads. */
interface FileTools {
  field: HTMLTextAreaElement;
  list: HTMLElement;
  markPlace: () => TextPlace;
}

/** Puts pictures, films and sounds that are dropped on the field, or pasted, into the library and into the text. */
export function takeFiles({ field, list, markPlace }: FileTools): TakeFiles {
  let loading = 0;
  const watchLeaving = askWhile(() => loading > 0 || list.querySelector('progress:not([hidden])') !== null);
  const take: TakeFiles = (files) => {
    if (files.length === 0) return;
    watchLeaving();
    const given = files.map((file) => ({ file, place: markPlace() }));
    loading += 1;
    void loadInTime(import('../upload/upload-list.ts')).then((script) => {
      loading -= 1;
      for (const { file, place } of given) {
        if (script === null) {
          place.forget();
          list.append(lostFile(file));
          continue;
        }
        const row = script.showUpload(file, list.dataset, (media) => {
          if (mediaMarkdown(media) === null) {
            place.forget();
            return explain(row, list);
          }
          row.remove();
          place.write((selected) => insertMedia(selected, media));
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
