import type { PickItem } from '#shared/editing/picks.ts';
import type { UploadedMedia } from '#shared/editing/uploads.ts';
import { pickTexts } from '#shared/locale/editors/pick-texts.ts';
import { uploadFile, UploadError } from './upload/upload-file.ts';

interface UploadTools {
  /** Content types to choose from. */
  accept: string;
  /** Says how far it is, or what is wrong. */
  say: (text: string) => void;
  choose: (item: PickItem) => void;
  signal: AbortSignal;
}

/** A field for a file of the editor's own, which is chosen as soon as it is in the library. */
export function uploadField({ accept, say, choose, signal }: UploadTools): HTMLElement {
  const label = document.createElement('label');
  label.className = 'button';
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.className = 'sr-only';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    const onProgress = (share: number) => say(pickTexts.uploading(Math.round(share * 100)));
    uploadFile(file, { signal, onProgress })
      .then((media) => choose(toItem(media)))
      .catch((error: unknown) => {
        if (!signal.aborted) say(error instanceof UploadError ? error.message : pickTexts.failed);
      })
      // The same file can be chosen again.
      .finally(() => (input.value = ''));
  });
  label.append(pickTexts.upload, input);
  return label;
}

function toItem({ path, label, thumbnail }: UploadedMedia): PickItem {
  return { value: path, label: label || path, detail: '', picture: thumbnail, path: null };
}
