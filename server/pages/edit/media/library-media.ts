import type { LibraryMedia } from '#shared/editing/uploads.ts';
import { smallestFile } from '#shared/picture-files.ts';
import type { Reader } from '#server/freshness/reader.ts';
import type { MediaRow } from '#server/features/editing/media/uploads.ts';
import { joinedPicture } from '#server/media/pictures/picture-queries.ts';

/** A row of the library as pages and scripts of the edit area have it. */
export function toLibraryMedia(reader: Reader, row: MediaRow): LibraryMedia {
  const { path, label, content_type: contentType, bytes, width, height } = row;
  const picture = contentType.startsWith('image/') ? pictureOf(reader, row) : null;
  return { path, label, contentType, bytes, width, height, thumbnail: picture && smallestFile(picture) };
}

export function pictureOf(reader: Reader, row: MediaRow) {
  return joinedPicture(reader, row.path, row.label, {
    media_file: row.file,
    media_served: row.served,
    media_finished_of: row.finished_of,
    media_single_of: row.single_of,
    media_rasters_of: row.rasters_of,
    media_width: row.width,
    media_height: row.height,
    media_tone: row.tone,
  });
}
