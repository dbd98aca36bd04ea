import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { cutBody } from '#server/content/cut-body.ts';
import { describeRefused } from '#server/content/describe-refused.ts';
import { hashOf, readDocument, writeDocument } from '#server/content/entry-document.ts';
import { splitFrontMatter } from '#server/content/front-matter.ts';
import { contentKinds, type ContentKind } from '#server/content/kinds/content-kinds.ts';
import type { ContentEntry } from '#server/content/kinds/content-kind.ts';
import type { RenderedBody } from '#server/content/render-markdown.ts';
import { parseSite, type SiteFile } from '#server/content/site-settings.ts';
import { versionedTables } from '#server/db/entry-versions.ts';
import { isEditKind } from '#shared/editing/edit-paths.ts';
import type { Draft } from './drafts.ts';

/** A draft as publishing will write it. */
export type ParsedDraft =
  | {
      kind: ContentKind;
      entry: ContentEntry<ContentKind>;
      /** It names no time: it will be published at that moment. */
      isUndated: boolean;
    }
  | { kind: 'site'; site: SiteFile };

export interface DraftProblem {
  /** The line of the Markdown, from 1; null: of a field. */
  line: number | null;
  wrong: string;
  right: string;
}

export type DraftParser = (draft: Draft) => Promise<ParsedDraft | DraftProblem[]>;

/** Parses drafts as an import parses files. The same text is parsed once: 50,000 characters take some 30 ms. */
export function createDraftParser(render: (source: string) => Promise<RenderedBody>): DraftParser {
  const known = new LRUCache<string, ParsedDraft | DraftProblem[]>({
    maxSize: maxKeptCharacters,
    max: 500,
  });

  return async function parseDraft(draft) {
    const { kind, id, document } = draft;
    const key = `${kind}/${id} ${hashOf(document)}`;
    const found = known.get(key);
    if (found) return found;
    // Of many that are new, each has a turn of its own: visitors are answered in between.
    await nextTurn();
    const parsed = isEditKind(kind) ? await parseEntry(kind, draft, render) : parseSettings(document);
    known.set(key, parsed, { size: key.length + document.length });
    return parsed;
  };
}

/** Each is kept with its HTML, which takes about twice as much. */
const maxKeptCharacters = 2_000_000;
/** Stands for the moment of publishing, which is not known yet. */
const someTime = '2000-01-01T00:00:00.000Z';

async function parseEntry(
  kind: ContentKind,
  { id, document }: Draft,
  render: (source: string) => Promise<RenderedBody>,
): Promise<ParsedDraft | DraftProblem[]> {
  const { state, columns } = versionedTables[kind];
  const { fields, body: typed } = readDocument(document.normalize('NFC'));
  const hasTime = columns.some((column) => column === 'published_at');
  const isUndated = hasTime && (fields['publishedAt'] ?? null) === null;
  const published = {
    ...fields,
    ...(state !== null && { status: 'published' }),
    ...(isUndated && { publishedAt: someTime }),
  };
  const split = splitFrontMatter(writeDocument({ fields: published, body: typed }));
  if (split === null) throw new Error('a document without front matter was written');
  const { source, linesBefore } = cutBody(split.body);
  const bodyLine = split.bodyLine + linesBefore;
  const body = await render(source);
  const file = `${kind}/${id}.md`;
  const parsed = contentKinds[kind].parse({ id, file, frontMatter: split.yaml, source, body, bodyLine });
  const refused = body.refused.map(({ line, ...rest }) => ({ line, ...describeRefused({ line, ...rest }) }));
  const misread = 'problems' in parsed ? parsed.problems : [];
  const problems = [...misread.map(({ wrong, right }) => ({ line: null, wrong, right })), ...refused];
  if ('problems' in parsed || problems.length > 0) return problems;
  return { kind, entry: parsed.entry, isUndated };
}

function parseSettings(document: string): ParsedDraft | DraftProblem[] {
  const yaml = splitFrontMatter(document)?.yaml ?? document;
  const parsed = parseSite('site.yaml', yaml);
  if ('site' in parsed) return { kind: 'site', site: parsed.site };
  return parsed.problems.map(({ wrong, right }) => ({ line: null, wrong, right }));
}
