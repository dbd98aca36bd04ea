import type { UploadedMedia } from '#shared/editing/uploads.ts';
import { UploadError, uploadFile } from './upload-file.ts';

/**
 * Sends files of the library's form as soon as they are chosen or dropped on the page, and shows how each is doing. The
 * words come with the form.
 */
export function showUploads(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) return;
  const words = form.dataset;
  const list = document.createElement('ul');
  list.className = 'upload-list';
  list.setAttribute('aria-label', words['list'] ?? '');
  form.after(list);
  for (const button of form.querySelectorAll('button')) button.hidden = true;
  for (const hint of form.querySelectorAll<HTMLElement>('[data-of-script]')) hint.hidden = false;

  const begin = (files: Iterable<File>) => {
    for (const file of files) list.prepend(showUpload(file, words));
  };
  input.addEventListener('change', () => {
    begin([...(input.files ?? [])]);
    input.value = '';
  });
  takeDrops(begin);
  // Chosen while the page was loading.
  begin([...(input.files ?? [])]);
  input.value = '';
}

/** Files may be dropped anywhere: a browser would leave the page to show one. */
function takeDrops(take: (files: Iterable<File>) => void): void {
  const root = document.documentElement;
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    root.dataset['drop'] = '';
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) delete root.dataset['drop'];
  });
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    delete root.dataset['drop'];
    take([...(event.dataTransfer?.files ?? [])]);
  });
}

/** A row of the list. It starts the upload, cancels it and starts it again. */
export function showUpload(
  file: File,
  words: DOMStringMap,
  onStored: (media: UploadedMedia) => void = () => {},
): HTMLElement {
  const row = document.createElement('li');
  const name = element('span', 'media-name', file.name);
  const progress = document.createElement('progress');
  progress.setAttribute('aria-label', file.name);
  const state = element('span', 'edit-meta');
  state.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  row.append(name, progress, state, button);

  let cancelling = new AbortController();
  let act = () => {};
  button.addEventListener('click', () => act());
  const show = (text: string, label: string | undefined, action: () => void) => {
    state.textContent = text;
    button.hidden = label === undefined;
    button.textContent = label ?? '';
    act = action;
  };
  const cancel = () => cancelling.abort();

  async function start(): Promise<void> {
    cancelling = new AbortController();
    row.removeAttribute('data-kind');
    progress.hidden = false;
    progress.value = 0;
    show(words['waiting'] ?? '', words['cancel'], cancel);
    try {
      const media = await uploadFile(file, {
        signal: cancelling.signal,
        onProgress(share) {
          progress.value = share;
          show((share < 1 ? words['sending'] : words['storing']) ?? '', words['cancel'], cancel);
        },
      });
      row.dataset['kind'] = 'done';
      name.replaceChildren(linkTo(media, file.name));
      if (media.thumbnail !== null) row.prepend(thumbOf(media.thumbnail));
      show((media.isPresent ? words['present'] : words['stored']) ?? '', undefined, () => {});
      onStored(media);
    } catch (error) {
      const isCancelled = cancelling.signal.aborted;
      row.dataset['kind'] = isCancelled ? 'cancelled' : 'problem';
      const text = error instanceof UploadError ? error.message : (words['cancelled'] ?? '');
      const mayRetry = isCancelled || !(error instanceof UploadError) || error.mayRetry;
      show(text, mayRetry ? words['retry'] : undefined, () => void start());
    }
    progress.hidden = true;
  }

  void start();
  return row;
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function linkTo({ path }: UploadedMedia, text: string): HTMLElement {
  const link = document.createElement('a');
  const { uploads = '' } = document.documentElement.dataset;
  link.href = uploads.replace('media/_upload', () => encodeURI(path));
  link.textContent = text;
  return link;
}

function thumbOf(src: string): HTMLElement {
  const thumb = element('span', 'media-thumb');
  const picture = document.createElement('img');
  picture.src = src;
  picture.alt = '';
  thumb.append(picture);
  return thumb;
}
