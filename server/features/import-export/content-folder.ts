import { mapKinds, type Kind } from '#shared/kinds/kind-names.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspectFont } from '#server/content/media-files/font-files.ts';
import { listEntries, listFonts, listMedia, listParts } from './content-files.ts';
import { contentKinds, kindsInMessages } from '#server/content/kinds/content-kinds.ts';
import { cutBody } from '#server/content/markdown/cut-body.ts';
import { describeControl, describeRefused } from '#server/content/html/describe-refused.ts';
import { splitFrontMatter } from '#server/content/front-matter/front-matter.ts';
import type { ContentEntry, EntryFile } from '#server/content/kinds/content-kind.ts';
import type { Refused } from '#server/content/html/find-refused.ts';
import { labelsFile, parseLabels } from './media-labels.ts';
import {
  inspectMedia,
  isProblem,
  type FindLooks,
  type MediaFile,
} from '#server/content/media-files/media-files.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';
import { findRepeatedValues } from './find-repeated.ts';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';
import { parseSite, type SiteFile } from '#server/content/site-settings.ts';

export interface ContentFolder {
  entries: Readonly<Record<Kind, readonly ContentEntry[]>>;
  media: MediaFile[];
  /** Names of media files, by their paths. */
  labels: ReadonlyMap<string, string>;
  site: SiteFile | null;
  /** Problems of the files themselves; references between them are checked after. */
  problems: Problem[];
  /** Things that look forgotten, and stop nothing. */
  warnings: Problem[];
}

type OnProgress = (done: number, total: number) => void;

/** Reads and renders everything; never stops at the first mistake. */
export async function readContentFolder(
  dir: string,
  findLooks: FindLooks,
  onProgress: OnProgress,
): Promise<ContentFolder> {
  const problems: Problem[] = [];
  const parts = await listParts(dir, problems);
  const files = mapKinds((): string[] => []);
  for (const kind of kindsInMessages)
    if (parts.has(kind)) files[kind] = await listEntries(dir, kind, problems);
  const mediaFiles = parts.has('media') ? await listMedia(dir, problems) : [];
  const fontFiles = parts.has('fonts') ? await listFonts(dir, problems) : [];
  const total = Object.values(files).flat().length + mediaFiles.length + fontFiles.length;
  let done = 0;
  const step = () => onProgress((done += 1), total);

  const media: MediaFile[] = [];
  const keep = (inspected: MediaFile | Problem) => {
    if (isProblem(inspected)) problems.push(inspected);
    else media.push(inspected);
    step();
  };
  for (const file of mediaFiles)
    keep(await inspectMedia(path.join(dir, file), file.normalize('NFC'), findLooks));
  for (const file of fontFiles) keep(await inspectFont(path.join(dir, file), file.normalize('NFC')));
  const warnings: Problem[] = [];
  const readEntryFile = createEntryReader(problems, warnings);
  const entries = mapKinds((): ContentEntry[] => []);
  for (const kind of kindsInMessages) {
    for (const name of files[kind]) {
      const file = readEntryFile(name.normalize('NFC'), await readFile(path.join(dir, name)));
      const parsed = file && contentKinds[kind].parse(file);
      if (parsed && 'entry' in parsed) {
        entries[kind].push(parsed.entry);
        warnings.push(...parsed.entry.warnings);
      } else problems.push(...(parsed?.problems ?? []));
      step();
    }
  }
  const site = parts.has('site.yaml') ? await readSite(dir, problems) : null;
  const labels = parts.has('labels.yaml') ? await readLabels(dir, problems) : new Map<string, string>();
  warnings.push(...findRepeatedValues(entries));
  return { entries, media, labels, site, problems, warnings };
}

/** Takes Markdown files apart and renders them; null, with a problem, for one that has no front matter to read. */
function createEntryReader(
  problems: Problem[],
  warnings: Problem[],
): (file: string, data: Buffer) => EntryFile | null {
  const render = createMarkdownRenderer();
  return (file, data) => {
    const text = decode(file, data, problems);
    if (text === null) return null;
    const split = splitFrontMatter(text);
    if (!split) {
      problems.push({
        file,
        line: 1,
        wrong: 'there is no front matter',
        right: 'begin the file with a line ---, then key: value lines, then a line ---',
      });
      return null;
    }
    const { source, linesBefore } = cutBody(split.body);
    const bodyLine = split.bodyLine + linesBefore;
    const body = render(source);
    const describe = (refused: Refused) => ({
      file,
      line: bodyLine + refused.line - 1,
      ...describeRefused(refused),
    });
    problems.push(...body.refused.map(describe));
    warnings.push(...body.warnings.map(describe));
    const id = path.basename(file, '.md').normalize('NFC');
    return { id, file, frontMatter: split.yaml, source, body, bodyLine };
  };
}

async function readSite(dir: string, problems: Problem[]): Promise<SiteFile | null> {
  const text = decode('site.yaml', await readFile(path.join(dir, 'site.yaml')), problems);
  if (text === null) return null;
  const parsed = parseSite('site.yaml', text);
  if ('site' in parsed) return parsed.site;
  problems.push(...parsed.problems);
  return null;
}

async function readLabels(dir: string, problems: Problem[]): Promise<ReadonlyMap<string, string>> {
  const text = decode(labelsFile, await readFile(path.join(dir, labelsFile)), problems);
  const parsed = text === null ? null : parseLabels(text);
  if (parsed && 'problems' in parsed) problems.push(...parsed.problems);
  return parsed && 'labels' in parsed ? parsed.labels : new Map();
}

/** Text with line feeds. Null, with a problem, when the bytes are not UTF-8 or hold a NUL. */
function decode(file: string, data: Buffer, problems: Problem[]): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data);
    const nul = text.indexOf('\0');
    if (nul < 0) return text.replace(/\r\n?/g, '\n');
    const before = text.slice(0, nul).split(/\r\n?|\n/);
    // Half the bytes of text in UTF-16 are such characters; in UTF-8 one of them is a slip.
    if (text.split('\0').length - 1 < text.length / 8) {
      const column = [...(before.at(-1) ?? '')].length + 1;
      problems.push({ file, line: before.length, ...describeControl('U+0000', column) });
      return null;
    }
  } catch {
    // Reported below.
  }
  problems.push({
    file,
    line: 1,
    wrong: 'the file is not UTF-8 text',
    right: 'save it with the encoding UTF-8',
  });
  return null;
}
