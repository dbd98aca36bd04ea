import type { Kind } from '#shared/kinds/kind-names.ts';

/** The tables of one kind's index: the one that answers, or the one that is built beside it. */
export interface IndexTables {
  kind: Kind;
  /** Table with a row for each document. */
  docs: string;
  /** SQLite only: table of the words. */
  words: string;
}

export function tablesOf(kind: Kind): IndexTables {
  return { kind, docs: `search_${kind}`, words: `search_${kind}_words` };
}

export function nextTablesOf(kind: Kind): IndexTables {
  return { kind, docs: `search_${kind}_next`, words: `search_${kind}_next_words` };
}
