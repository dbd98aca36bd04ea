import * as z from 'zod';
import { toYaml } from '#server/content/entries/documents.ts';
import { parseYaml } from '#server/content/front-matter/front-matter.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';
import type { Row } from '#server/content/kinds/content-kind.ts';

/** File of a content folder with the names that editors know media files by. */
export const labelsFile = 'labels.yaml';

/** The library's limit: one of four bytes is one character, too. */
const schema = z.record(z.string(), z.string().max(200));

/** Parses lines such as `media/uploads/2026/11/tea-0a1b2c3d.jpg: 春茶上市`. */
export function parseLabels(text: string): { labels: ReadonlyMap<string, string> } | { problems: Problem[] } {
  if (text.trim() === '') return { labels: new Map() };
  const parsed = parseYaml({ file: labelsFile, text, firstLine: 1 }, schema, {});
  if ('problems' in parsed) return parsed;
  const labels = Object.entries(parsed.value).map(([path, label]) => [path.normalize('NFC'), label] as const);
  return { labels: new Map(labels) };
}

/** Null: no file has a label. */
export function writeLabels(media: readonly { path: string; label: string }[]): string | null {
  const labelled = media.filter(({ label }) => label !== '');
  return labelled.length === 0
    ? null
    : toYaml(Object.fromEntries(labelled.map(({ path, label }) => [path, label])));
}

interface LibraryFacts {
  stored: Row | undefined;
  labels: ReadonlyMap<string, string>;
  /** Time of the import. */
  at: string;
}

/** Adds the label and the time to a row of `media`. A file that is there keeps what the folder does not say. */
export function withLibraryFacts(row: Row, { stored, labels, at }: LibraryFacts): Row {
  const label = labels.get(String(row['path'])) ?? stored?.['label'] ?? '';
  return { ...row, label, added_at: stored?.['added_at'] ?? at };
}
