import type { Kind } from '#shared/kinds/kind-names.ts';
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { kindsInMessages } from '#server/content/kinds/content-kinds.ts';
import { findIdProblem, rightId } from '#server/content/content-id.ts';
import { fontPathPattern, mediaPathPattern } from '#server/content/media-path.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';

/** Folder of an export for unpublished texts, which no import takes. */
export const draftsFolder = 'drafts';

export type Part = Kind | 'media' | 'fonts' | 'labels.yaml' | 'site.yaml';

const parts: Readonly<Record<Part, 'folder' | 'file'>> = {
  // Every kind is among them.
  ...(Object.fromEntries(kindsInMessages.map((kind) => [kind, 'folder'])) as Record<Kind, 'folder'>),
  media: 'folder',
  fonts: 'folder',
  'labels.yaml': 'file',
  'site.yaml': 'file',
};

/** All parts in words: `authors/, … or site.yaml`. */
export function partsInWords(): string {
  const names = Object.entries(parts).map(([name, type]) => (type === 'folder' ? `${name}/` : name));
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** The parts that are there. Anything else on the top level is a problem, but for hidden names. */
export async function listParts(dir: string, problems: Problem[]): Promise<ReadonlySet<Part>> {
  const present = new Set<Part>();
  for (const name of await visibleNames(dir)) {
    if (name === draftsFolder) {
      problems.push({
        file: name,
        line: 1,
        wrong: 'these are drafts, and an import would publish them',
        right: 'put those that are to be published into the folder of their kind, and take this one away',
      });
    } else if (!isPart(name)) {
      problems.push({
        file: name,
        line: 1,
        wrong: 'this is not a part of a content folder',
        right: `the parts are ${Object.keys(parts).join(', ')}`,
      });
    } else if ((await typeOf(dir, name)) !== parts[name]) {
      problems.push({
        file: name,
        line: 1,
        wrong: `this is not a ${parts[name]}`,
        right: `${name} must be a ${parts[name]}`,
      });
    } else {
      present.add(name);
    }
  }
  return present;
}

/** Files of a kind, sorted; a wrong name, and two names that are the same id, are problems. */
export async function listEntries(dir: string, kind: Kind, problems: Problem[]): Promise<string[]> {
  const files = new Map<string, string>();
  for (const name of await visibleNames(path.join(dir, kind))) {
    const file = `${kind}/${name}`;
    const refuse = (wrong: string, right: string) =>
      problems.push({ file: file.normalize('NFC'), line: 1, wrong, right });
    const id = name.replace(/\.md$/, '').normalize('NFC');
    const wrongId = findIdProblem(id);
    if (!name.endsWith('.md')) refuse('this is not a Markdown file', 'each file here is ID.md');
    else if (wrongId !== null) refuse(wrongId, rightId);
    else if ((await typeOf(dir, file)) !== 'file') refuse('this is not a file', 'each file here is ID.md');
    else if (files.has(id)) refuse(`there are two files for the id ${id}`, 'keep one of them');
    else files.set(id, file);
  }
  return [...files.values()];
}

/** Files of the media folder at any depth, sorted. */
export async function listMedia(dir: string, problems: Problem[], folder = 'media'): Promise<string[]> {
  const files = new Map<string, string>();
  const inside: string[] = [];
  for (const name of await visibleNames(path.join(dir, folder))) {
    const file = `${folder}/${name}`;
    const mediaPath = file.normalize('NFC');
    const refuse = (wrong: string, right: string) =>
      problems.push({ file: mediaPath, line: 1, wrong, right });
    const type = await typeOf(dir, file);
    if (type === 'folder') inside.push(...(await listMedia(dir, problems, file)));
    else if (!mediaPathPattern.test(mediaPath))
      refuse('the name contains a sign that cannot be used', rightName);
    else if (type === null) refuse('this is not a file', 'put a copy of the file here');
    else if (files.has(mediaPath)) refuse('there are two files of this name', 'keep one of them');
    else files.set(mediaPath, file);
  }
  return [...files.values(), ...inside];
}

/** Files of the fonts folder, sorted. */
export async function listFonts(dir: string, problems: Problem[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of await visibleNames(path.join(dir, 'fonts'))) {
    const file = `fonts/${name}`;
    if (fontPathPattern.test(file.normalize('NFC')) && (await typeOf(dir, file)) === 'file') files.push(file);
    else
      problems.push({
        file: file.normalize('NFC'),
        line: 1,
        wrong: 'this is not a font file',
        right: 'each file here is a font such as fonts/title.ttf or fonts/title.otf',
      });
  }
  return files;
}

const rightName = 'use letters, digits, Chinese characters, - and _, such as media/articles/春茶.svg';

function isPart(name: string): name is Part {
  return Object.hasOwn(parts, name);
}

async function visibleNames(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  return names.filter((name) => !name.startsWith('.')).sort();
}

/** A link to a file counts, as some systems mount files so; one to a folder could lead round in a circle. */
async function typeOf(dir: string, name: string): Promise<'file' | 'folder' | null> {
  const file = path.join(dir, name);
  if ((await lstat(file).catch(() => null))?.isDirectory()) return 'folder';
  return (await stat(file).catch(() => null))?.isFile() ? 'file' : null;
}
