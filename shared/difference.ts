/** Changes from one text to another, ready to be shown. */
export interface Difference {
  parts: DifferencePart[];
  /** Whether time ran out: some changed paragraphs are shown as replaced though they may have words in common. */
  isCoarse: boolean;
}

/**
 * Joined by line feeds, unchanged and removed lines are the text before, and unchanged and added lines the text after;
 * a changed paragraph is one line of each.
 */
export type DifferencePart =
  { kind: 'same' | 'added' | 'removed'; lines: string[] } | { kind: 'changed'; runs: DifferenceRun[] };

/** A stretch of one paragraph. It begins and ends between characters as a reader sees them. */
export interface DifferenceRun {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** A field of the front matter that changed; null where it is missing. */
export interface FieldDifference {
  /** Keys joined by dots. */
  path: string;
  before: unknown;
  after: unknown;
}
