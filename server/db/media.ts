import type { Picture } from '#shared/payloads.ts';
import type { Reader } from './reader.ts';

/** The columns of `media` that a picture needs, as a left join gives them. */
export interface JoinedMedia {
  media_file: string | null;
  media_width: number | null;
  media_height: number | null;
}

export const joinedMediaColumns = [
  'media.file as media_file',
  'media.width as media_width',
  'media.height as media_height',
] as const;

/** Null when there is no picture, or its file is not in the store. */
export function joinedPicture(
  reader: Reader,
  path: string | null,
  alt: string,
  media: JoinedMedia,
): Picture | null {
  if (path === null) return null;
  reader.note(`media:${path}`);
  if (media.media_file === null) return null;
  return {
    src: mediaUrl(reader, media.media_file),
    alt,
    width: media.media_width,
    height: media.media_height,
  };
}

/** Pictures in the order asked for; those whose file is not in the store are left out. */
export async function findPictures(
  reader: Reader,
  images: readonly { src: string; alt: string }[],
): Promise<Picture[]> {
  const media = await findMedia(
    reader,
    images.map((image) => image.src),
  );
  return images.flatMap(
    (image) => joinedPicture(reader, image.src, image.alt, media.get(image.src) ?? noMedia) ?? [],
  );
}

/**
 * Fills a stored body's addresses in: media paths become the files' addresses with their sizes, links into the
 * site get the base path. The renderer escapes quotes in text, so these patterns match attributes only.
 */
export async function resolveBody(reader: Reader, html: string): Promise<string> {
  const paths = [...html.matchAll(mediaSource)].map((match) => match[1] ?? '');
  const media = await findMedia(reader, paths);
  const withMedia = html.replace(mediaSource, (_, path: string) => {
    const found = media.get(path);
    reader.note(`media:${path}`);
    if (found?.media_file == null) return 'src=""';
    const size =
      found.media_width === null ? '' : ` width="${found.media_width}" height="${found.media_height}"`;
    return `src="${mediaUrl(reader, found.media_file)}"${size}`;
  });
  return reader.basePath === '/' ? withMedia : withMedia.replaceAll('href="/', `href="${reader.basePath}`);
}

const mediaSource = /\bsrc="(media\/[^"]+)"/g;
const noMedia: JoinedMedia = { media_file: null, media_width: null, media_height: null };

/** The address of a stored file: its name is its content's hash, so it may be kept for ever. */
function mediaUrl(reader: Reader, file: string): string {
  return `${reader.basePath}media/${file}`;
}

async function findMedia(
  reader: Reader,
  paths: readonly string[],
): Promise<ReadonlyMap<string, JoinedMedia>> {
  if (paths.length === 0) return new Map();
  const rows = await reader.db
    .selectFrom('media')
    .select(['media.path', ...joinedMediaColumns])
    .where('media.path', 'in', paths)
    .execute();
  return new Map(rows.map((row) => [row.path, row]));
}
