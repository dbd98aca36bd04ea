import type { FontStateTable } from '#server/db/tables/media-tables.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { dayMs } from '#server/base/durations.ts';
import { removeRetired, type RetiredFiles } from '../jobs/remove-retired.ts';
import { isStored, publicName, type MediaStore } from '../store/media-store.ts';
import { runTitleJob, type TitleJobOptions, type TitleJobTools } from '../jobs/title-job.ts';
import { addToSlices, cutSlices, roomFor } from './cut-slices.ts';
import { countCharacters } from './samples/count-characters.ts';
import { findWantedFont, fontJob, listSlices, noFont, type FontOutcome, type Slice } from './font-state.ts';
import { keepNotices } from './keep-notices.ts';
import { makeSlice } from './make-slice.ts';
import { openFont, type OpenFont } from './open-font.ts';
import { samplePages } from './samples/page-samples.ts';
import { everyTitle, readingPoint, readSince, readNamed, titlesSince } from './read-titles.ts';

/** Makes the files of the font of titles, if there is anything new in the content. One process does so at a time. */
export function runFontJob(options: TitleJobOptions): Promise<void> {
  return runTitleJob(fontJob, options, async (state) => {
    await removeRetired(retiredSlices, options);
    return bringUpToDate(state, options);
  });
}

/** Files that no style sheet has named for a while. */
export const retiredSlices: RetiredFiles = {
  table: 'font_slices',
  column: 'file',
  // After that no page has a style sheet any longer that names them.
  keptMs: 7 * dayMs,
  nameOf: (file) => file,
};

async function bringUpToDate(state: FontStateTable, tools: TitleJobTools): Promise<FontOutcome> {
  const { db, store, clock } = tools;
  const { seen_at, read_from } = await readingPoint(db, clock.now());
  const wanted = await findWantedFont(db.read);
  if (wanted === null) return { font: noFont, seen_at, read_from: seen_at, cut: 0, slices: [] };

  const stored = state.font === wanted.identity ? await listStored(db, store) : null;
  const reached = { font: wanted.identity, seen_at, read_from };
  if (stored !== null) {
    const { counted } = await countCharacters(titlesSince(db.read, readSince(state, clock.now())));
    const standing = new Set(stored.map(({ characters }) => characters).join(''));
    const added = [...counted.keys()].filter((character) => !standing.has(character));
    if (added.length === 0) return { ...reached, cut: state.cut, slices: null };
    const font = await openFont(wanted, store, tools.fontFile);
    const shown = added.filter(font.has);
    if (shown.length === 0) return { ...reached, cut: state.cut, slices: null };
    if (standing.size + shown.length - state.cut <= roomFor(state.cut)) {
      const before = stored.map(({ characters }) => characters);
      const slices = await makeSlices(addToSlices(before, shown), stored, font, tools);
      return { ...reached, cut: state.cut, slices };
    }
  }
  const { counted, sampled } = await countCharacters(everyTitle(db.read));
  const font = await openFont(wanted, store, tools.fontFile);
  const ofFont = new Map([...counted].filter(([character]) => font.has(character)));
  const articles = sampled.flatMap(({ kind, id }) => (kind === 'articles' ? id : []));
  const slices = cutSlices(ofFont, samplePages(sampled, await readNamed(db.read, articles)));
  const cut = [...slices.join('')].length;
  return { ...reached, cut, slices: await makeSlices(slices, stored ?? [], font, tools) };
}

/** Null when a file of them is missing, as in a folder that was lost: then all are made anew. */
async function listStored(db: Database, store: MediaStore): Promise<Slice[] | null> {
  const slices = await listSlices(db.read);
  for (const { file } of slices) if (!(await isStored(store, publicName(file)))) return null;
  return slices;
}

/** Makes the missing files, one after the other. */
async function makeSlices(
  slices: readonly string[],
  stored: readonly Slice[],
  { data, has }: OpenFont,
  { store, signal }: TitleJobTools,
): Promise<Slice[]> {
  const files = new Map(stored.map(({ characters, file }) => [characters, file]));
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
