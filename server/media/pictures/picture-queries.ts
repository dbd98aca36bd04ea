import { enlargeableOpen, withLabels } from '#shared/locale/stored-html.ts';
import type { Picture, SharingCard } from '#shared/payload/payloads.ts';
import { cardSize } from '#shared/sharing-card.ts';
import { columnWidth, figureSizes, largestFile, pictureSources } from '#shared/picture-files.ts';
import { cardName, isRecording, kindOf } from './picture-names.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/** The columns of `media` that a picture needs, as a left join gives them. */
export interface JoinedMedia {
  media_file: string | null;
  media_served: string | null;
  media_finished_of: string | null;
  media_single_of: string | null;
  media_rasters_of: string | null;
  media_width: number | null;
  media_height: number | null;
  media_tone: string | null;
  /** Only for large pictures: on cards it would take more bytes than the rest of them. */
  media_blur?: string | null;
}

export const joinedMediaColumns = [
  'media.file as media_file',
  'media.served as media_served',
  'media.finished_of as media_finished_of',
  'media.single_of as media_single_of',
  'media.rasters_of as media_rasters_of',
  'media.width as media_width',
  'media.height as media_height',
  'media.tone as media_tone',
] as const;

/** Makes the picture, film or sound of a row. Null when there is none, or its file is not in the store. */
export function joinedPicture(
  reader: Reader,
  path: string | null,
  alt: string,
  media: JoinedMedia,
): Picture | null {
  if (path === null) return null;
  reader.dependsOn(tags.media(path));
  const { media_file: file, media_served: served, media_width: width, media_height: height } = media;
  if (file === null || served === null) return null;
  const picture: Picture = { src: mediaUrl(reader, served), alt, width, height };
  const kind = kindOf({ file, served });
  if (!isRecording(file) && !isSingle(media) && (kind === 'opaque' || kind === 'transparent')) {
    picture.formats = isFinished(media) ? ['avif', 'webp'] : ['webp'];
  }
  // Browsers without AVIF get the drawing.
  if (kind === 'drawing' && media.media_rasters_of === file) picture.formats = ['avif'];
  if (media.media_tone !== null) picture.tone = media.media_tone;
  if (media.media_blur) picture.blur = media.media_blur;
  return picture;
}

/** Makes the picture that other sites show beside a link to the page of this picture. */
export function sharingCard(reader: Reader, media: JoinedMedia): SharingCard | null {
  const { media_file: file, media_served: served, media_width: width, media_height: height } = media;
  if (file === null || served === null || width === null || height === null || !isFinished(media))
    return null;
  const name = cardName({ file, served, width, height });
  return name === null ? null : { src: mediaUrl(reader, name), ...cardSize };
}

/** Finds pictures in this order; those whose file is not in the store are left out. */
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

/** Finds pictures by their paths, to be shown beside a text that says what they are. */
export async function findPicturesAt(
  reader: Reader,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Picture>> {
  const media = await findMedia(reader, paths);
  return new Map(
    [...new Set(paths)].flatMap((path) => {
      const picture = joinedPicture(reader, path, '', media.get(path) ?? noMedia);
      return picture === null ? [] : [[path, picture] as const];
    }),
  );
}

/**
 * Completes a stored body: media paths become pictures with the files' addresses and sizes, links into the site get the
 * base path, notes their labels. The renderer escapes quotes in text, so these patterns match its own elements only.
 */
export async function resolveBody(reader: Reader, html: string): Promise<string> {
  const paths = [bodyParts, bodyRecording].flatMap((pattern) =>
    [...html.matchAll(pattern)].flatMap(([tag, ...groups]) =>
      [...groups, linkToPicture.exec(tag)?.[1] ?? ''].filter((path) => path?.startsWith('media/')),
    ),
  );
  const media = await findMedia(reader, paths);
  const labelled = withLabels(html);
  const based =
    reader.basePath === '/' ? labelled : labelled.replaceAll('href="/', `href="${reader.basePath}`);
  let isInLink = false;
  const withMedia = based.replace(
    bodyParts,
    (tag: string, path: string | undefined, alt: string, ...rest) => {
      if (path === undefined) {
        isInLink = tag !== '</a>';
        const [, linked] = linkToPicture.exec(tag) ?? [];
        if (linked === undefined) return tag;
        const [offset, whole] = rest.slice(-2);
        const isOfItself = String(whole).startsWith(`<img src="${linked}"`, Number(offset) + tag.length);
        return openLinkToPicture(
          joinedPicture(reader, linked, '', media.get(linked) ?? noMedia),
          tag,
          isOfItself,
        );
      }
      const picture = joinedPicture(reader, path, alt, media.get(path) ?? noMedia);
      if (picture === null) return `<img src="" alt="${alt}">`;
      if (isInLink || !isLargerThanText(picture)) return pictureHtml(picture);
      return `${enlargeableOpen(largestFile(picture))}${pictureHtml(picture)}</a>`;
    },
  );
  return withMedia.replace(bodyRecording, (_, name: string, path: string, poster: string | undefined) => {
    const film = joinedPicture(reader, path, '', media.get(path) ?? noMedia);
    const still = joinedPicture(reader, poster ?? null, '', media.get(poster ?? '') ?? noMedia);
    return recordingHtml(name, film, still);
  });
}

/**
 * Opening tag of a link to a picture's largest file, or to its enlargement within the page when the link is around that
 * picture.
 */
function openLinkToPicture(picture: Picture | null, tag: string, isOfItself: boolean): string {
  if (picture === null) return '<a>';
  const address = largestFile(picture);
  if (isOfItself && isLargerThanText(picture)) return enlargeableOpen(address);
  return tag.replace(linkToPicture, () => `href="${address}" data-reload=""`);
}

/** Whether more of a picture within a text is seen when it is shown by itself. */
function isLargerThanText({ width, height }: Picture): boolean {
  return Math.max(width ?? 0, height ?? 0) > columnWidth;
}

/**
 * Pictures as the Markdown renderer writes them, and the beginnings and ends of links, which may hold no other link.
 */
const bodyParts = /<img src="(media\/[^"]+)" alt="([^"]*)"[^>]*>|<\/?a\b[^>]*>/g;
/** Link to a picture, which is not among this page's routes: `data-reload` has the browser fetch it. */
const linkToPicture = /href="(media\/[^"]+)"/;
/** Recording as the Markdown renderer writes it, without its constant attributes. */
const bodyRecording = /<(video|audio) src="(media\/[^"]+)"(?: poster="(media\/[^"]+)")?/g;
const noMedia: JoinedMedia = {
  media_file: null,
  media_served: null,
  media_finished_of: null,
  media_single_of: null,
  media_rasters_of: null,
  media_width: null,
  media_height: null,
  media_tone: null,
};

/** The alternative text is HTML already; addresses and sizes hold no sign that means something in HTML. */
function pictureHtml(picture: Picture): string {
  const { sources, src, srcSet } = pictureSources(picture, 'figure');
  const sizes = figureSizes(picture);
  const sized = picture.width === null ? '' : ` width="${picture.width}" height="${picture.height}"`;
  const set = srcSet === undefined ? '' : ` srcset="${srcSet}" sizes="${sizes}"`;
  const img = `<img src="${src}"${set} alt="${picture.alt}"${sized} loading="lazy" decoding="async">`;
  if (sources.length === 0) return img;
  const others = sources.map(
    ({ type, srcSet }) => `<source type="${type}" srcset="${srcSet}" sizes="${sizes}">`,
  );
  return `<picture>${others.join('')}${img}</picture>`;
}

/** A recording that is not in the store cannot be played, and its place stays. */
function recordingHtml(name: string, film: Picture | null, still: Picture | null): string {
  const source = film === null ? '' : ` src="${film.src}"`;
  const sized = film === null || film.width === null ? '' : ` width="${film.width}" height="${film.height}"`;
  return `<${name}${source}${sized}${still === null ? '' : ` poster="${still.src}"`}`;
}

function isFinished({ media_served, media_finished_of }: JoinedMedia): boolean {
  return media_served !== null && media_finished_of === media_served;
}

/** Whether there is no other file for visitors yet. A build from before uploads were shown so finishes without saying so. */
function isSingle(media: JoinedMedia): boolean {
  return media.media_single_of === media.media_served && !isFinished(media);
}

/** The address of a stored file: its name has its content's hash, so it may be kept for ever. */
export function mediaUrl(reader: Reader, name: string): string {
  return reader.mediaBase + name;
}

async function findMedia(
  reader: Reader,
  paths: readonly string[],
): Promise<ReadonlyMap<string, JoinedMedia>> {
  if (paths.length === 0) return new Map();
  const rows = await reader.db
    .selectFrom('media')
    .select(['media.path', 'media.blur as media_blur', ...joinedMediaColumns])
    .where('media.path', 'in', paths)
    .execute();
  return new Map(rows.map((row) => [row.path, row]));
}
