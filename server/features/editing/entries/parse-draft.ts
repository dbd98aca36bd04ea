import type { Kind } from '#shared/kinds/kind-names.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { hashOf, readDocument } from '#server/content/entries/entry-document.ts';
import type { ContentEntry } from '#server/content/kinds/content-kind.ts';
import type { RenderedBody } from '#server/content/markdown/render-markdown.ts';
import type { Draft } from './drafts.ts';
import { checkDocument, type FieldProblem } from '../form/find-problems.ts';
import { forPublishing, isMinorEdit, someTime } from './publish.ts';

/** A draft as publishing will write it. */
export interface ParsedDraft {
  kind: Kind;
  entry: ContentEntry;
  /** It names no time: it will be published at that moment. */
  isUndated: boolean;
  isMinor: boolean;
}

export type DraftParser = (draft: Draft) => Promise<ParsedDraft | FieldProblem[]>;

/** Parses drafts as an import parses files. The same text is parsed once: 50,000 characters take some 30 ms. */
export function createDraftParser(render: (source: string) => Promise<RenderedBody>): DraftParser {
  const cache = new LRUCache<string, ParsedDraft | FieldProblem[]>({
    maxSize: maxKeptCharacters,
    max: 500,
  });

  return async function parseDraft(draft) {
    const key = `${draft.kind}/${draft.id} ${hashOf(draft.document)}`;
    const cached = cache.get(key);
    if (cached) return cached;
    // Each new draft has a turn of its own: visitors are answered in between.
    await nextTurn();
    const parsed = await parseEntry(draft, render);
    cache.set(key, parsed, { size: key.length + draft.document.length });
    return parsed;
  };
}

/** Limit of the cache, in characters of drafts. Each is kept with its HTML, which takes about twice as much. */
const maxKeptCharacters = 2_000_000;

async function parseEntry(
  { kind, id, document }: Draft,
  render: (source: string) => Promise<RenderedBody>,
): Promise<ParsedDraft | FieldProblem[]> {
  const draft = readDocument(document);
  const published = forPublishing(kind, draft, someTime);
  const { problems, entry } = checkDocument(kind, id, published, await render(published.body));
  if (entry === null) return problems;
  const isUndated = 'publishedAt' in published.fields && (draft.fields['publishedAt'] ?? null) === null;
  return { kind, entry, isUndated, isMinor: isMinorEdit(draft) };
}
