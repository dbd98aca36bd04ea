import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/open-database.ts';
import type { FontStateTable } from '#server/db/media-tables.ts';
import type { Log } from '#server/log.ts';
import { postponeJob, releaseJob } from '../job-lease.ts';
import { isStored, publicName, type MediaStore } from '../store/media-store.ts';
import { addToSlices, cutSlices, roomFor } from './cut-slices.ts';
import { countCharacters } from './count-characters.ts';
import {
  endFontJob,
  findWantedFont,
  leaseFontJob,
  listSlices,
  noFont,
  type FontOutcome,
  type Slice,
} from './font-state.ts';
import { keepNotices } from './keep-notices.ts';
import { makeSlice } from './make-slice.ts';
import { openFont, type OpenFont } from './open-font.ts';
import { removeRetired } from './retired-slices.ts';
import { samplePages } from './page-samples.ts';
import { everyTitle, readingPoint, readSince, readNamed, titlesSince } from './read-titles.ts';

export interface FontJobOptions {
  db: Database;
  store: MediaStore;
  /** The font of the build. */
  fontFile: string;
  clock: Clock;
  log: Log;
  /** Aborted when the process must stop. */
  signal?: AbortSignal;
}

/** Makes the files of the font of titles, if there is anything new in the content. One process does so at a time. */
export async function runFontJob({ db, store, fontFile, clock, log, signal }: FontJobOptions): Promise<void> {
  const lease = await leaseFontJob(db, clock.now());
  if (lease === null) return;
  try {
    await removeRetired(db, store, clock.now());
    const outcome = await bringUpToDate(lease, { db, store, fontFile, clock, signal });
    await endFontJob(db, lease, outcome, clock.now());
  } catch (error) {
    if (signal?.aborted) return releaseJob(db, 'font_state', lease);
    const isFirst = await postponeJob(db, 'font_state', lease, clock.now());
    // It is tried again for as long as it takes: once is enough to be told.
    const say = isFirst ? log.error.bind(log) : log.debug.bind(log);
    say({ err: error }, 'the font of titles could not be made; titles are shown in the fonts of visitors');
  }
}

interface Tools {
  db: Database;
  store: MediaStore;
  fontFile: string;
  clock: Clock;
  signal: AbortSignal | undefined;
}

async function bringUpToDate(state: FontStateTable, tools: Tools): Promise<FontOutcome> {
  const { db, store, clock } = tools;
  const { seen_at, read_from } = await readingPoint(db, clock.now());
  const wanted = await findWantedFont(db.read);
  if (wanted === null) return { font: noFont, seen_at, read_from: seen_at, cut: 0, slices: [] };

  const known = state.font === wanted.identity ? await listStored(db, store) : null;
  const reached = { font: wanted.identity, seen_at, read_from };
  if (known !== null) {
    const { counted } = await countCharacters(titlesSince(db.read, readSince(state, clock.now())));
    const standing = new Set(known.map(({ characters }) => characters).join(''));
    const added = [...counted.keys()].filter((character) => !standing.has(character));
    if (added.length === 0) return { ...reached, cut: state.cut, slices: null };
    const font = await openFont(wanted, store, tools.fontFile);
    const shown = added.filter(font.has);
    if (shown.length === 0) return { ...reached, cut: state.cut, slices: null };
    if (standing.size + shown.length - state.cut <= roomFor(state.cut)) {
      const before = known.map(({ characters }) => characters);
      const slices = await makeSlices(addToSlices(before, shown), known, font, tools);
      return { ...reached, cut: state.cut, slices };
    }
  }
  const { counted, sampled } = await countCharacters(everyTitle(db.read));
  const font = await openFont(wanted, store, tools.fontFile);
  const ofFont = new Map([...counted].filter(([character]) => font.has(character)));
  const articles = sampled.flatMap(({ kind, id }) => (kind === 'articles' ? id : []));
  const slices = cutSlices(ofFont, samplePages(sampled, await readNamed(db.read, articles)));
  const cut = [...slices.join('')].length;
  return { ...reached, cut, slices: await makeSlices(slices, known ?? [], font, tools) };
}

/** Null when a file of them is missing, as in a folder that was lost: then all are made anew. */
async function listStored(db: Database, store: MediaStore): Promise<Slice[] | null> {
  const slices = await listSlices(db.read);
  for (const { file } of slices) if (!(await isStored(store, publicName(file)))) return null;
  return slices;
}

/** Makes those that are not there yet, one after the other. */
async function makeSlices(
  slices: readonly string[],
  known: readonly Slice[],
  { data, has }: OpenFont,
  { store, signal }: Tools,
): Promise<Slice[]> {
  const files = new Map(known.map(({ characters, file }) => [characters, file]));
  const font = keepNotices(data);
  const made: Slice[] = [];
  for (const slice of slices) {
    signal?.throwIfAborted();
    const characters = [...slice].filter(has).join('');
    if (characters === '') continue;
    made.push({ characters, file: files.get(characters) ?? (await makeSlice(font, characters, store)) });
  }
  return made;
}
