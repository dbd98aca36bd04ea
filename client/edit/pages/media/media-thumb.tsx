import type { LibraryMedia } from '#shared/editing/uploads.ts';
import { libraryTexts as texts } from '#shared/locale/editors/library-texts.ts';
import { ownValue } from '#shared/own-value.ts';

/** Small picture of a file, or the word for its kind. */
export function MediaThumb({ thumbnail, contentType }: Pick<LibraryMedia, 'thumbnail' | 'contentType'>) {
  const kind = ownValue<string>(texts.kinds, contentType.split('/', 1).join('')) ?? '';
  return (
    <span className="media-thumb">
      {thumbnail === null ? kind : <img src={thumbnail} alt="" loading="lazy" decoding="async" />}
    </span>
  );
}
