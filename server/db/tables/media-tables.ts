import type { Generated } from 'kysely';
import type { UtcIso } from './utc-iso.ts';

/** `file` is the original: its content hash and ending. See server/media for where files are. */
export interface MediaTable {
  path: string;
  file: string;
  content_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** File for visitors: `file` itself, or one of the files made of it. */
  served: string;
  /** A few pixels as a data address. */
  blur: string | null;
  /** Equal to `served` once the files that are made in the background are there. */
  finished_of: Generated<string | null>;
  /** Equal to `served` while that is the only file of an upload for visitors: its small copies come a moment later. */
  single_of: Generated<string | null>;
  /** Equal to `file` once a drawing has raster pictures, which cards show instead of it. */
  rasters_of: Generated<string | null>;
  /** About which colour it has, as picture-tone.ts says it; null until that is known, or where it is transparent. */
  tone: Generated<string | null>;
  /** The name that editors know the file by, such as that of their own file; empty: none. */
  label: Generated<string>;
  /** Empty for files from before the library. */
  added_at: Generated<UtcIso | ''>;
}

/** A picture whose files are still to be made, or removed when no row of `media` refers to it any longer. */
export interface MediaJobsTable {
  file: string;
  /** Empty: at once. */
  run_at: UtcIso | '';
  tries: Generated<number>;
}

/** A file with some characters of the font of titles, and when it was taken out of the style sheet. */
export interface FontSlicesTable {
  /** Its name in the folder of media. */
  file: string;
  position: number;
  characters: string;
  retired_at: UtcIso | null;
}

/** How far the font of titles is made. */
export interface FontStateTable {
  id: 1;
  /** Which font the slices are of; empty before the first. */
  font: string;
  /** Time of the newest change of content whose characters are in the slices. */
  seen_at: UtcIso | '';
  /** Time from which content is read next: earlier than `seen_at` while an editor was writing. */
  read_from: UtcIso | '';
  /** How many characters there were when they were cut into slices. */
  cut: number;
  tries: number;
  /** Not before: the end of a lease, or of a rest. */
  run_at: UtcIso | '';
}

/** A card that other sites can show beside the link to a page without a picture, and since when no page names it. */
export interface SharingCardsTable {
  /** Hash of the card's content, which names its file. */
  key: string;
  /** Owner of the card: a table of the content, or `site`. */
  kind: string;
  id: string;
  retired_at: UtcIso | null;
}

/** How far the cards are made. */
export interface CardStateTable {
  id: 1;
  /** Name of the design that all cards share; empty before the first. */
  look: string;
  /** Same as in `FontStateTable`. */
  seen_at: UtcIso | '';
  read_from: UtcIso | '';
  tries: number;
  run_at: UtcIso | '';
}
