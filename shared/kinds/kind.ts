import type { Field } from './fields.ts';
import type { Kind } from './kind-names.ts';
import type { Mistake } from '../offers/mistakes.ts';

/** Everything that is known of a kind of content before it is stored. Its columns are in server/db/tables/kind-columns.ts. */
export interface KindRecord {
  readonly name: Kind;
  /** Singular: the word of its tags, and its key in site.yaml and among saved things. */
  readonly word: string;
  /** The same in messages of an import, such as `an article`. */
  readonly phrase: string;
  /** Measure word before its label: 一篇文章. */
  readonly counter: string;
  /** Invitation to write one, in the edit area. */
  readonly invitation: string;
  /** Heading of the form of a new one. */
  readonly newTitle: string;
  /**
   * When visitors see it: `dated` when it is published and its time has come, `published` when it is published, `always`
   * when it is stored. The first two have a state.
   */
  readonly shown: 'dated' | 'published' | 'always';
  /** The field that names it in lists. */
  readonly title: string;
  /** The column with the path of the picture that other sites show beside a link. */
  readonly picture: string;
  /** Visitors can save it. */
  readonly isSaved?: true;
  /** site.yaml can feature it. */
  readonly isFeatured?: true;
  /** The front matter, in the order of an export and of the form. */
  readonly fields: Readonly<Record<string, Field>>;
  /** Fields that editors change in a table of all entries, in the order of its columns. */
  readonly table?: readonly string[];
  /** Rows of a field that stand in that table too, below their entry. They change what they share with it. */
  readonly tableRows?: {
    readonly field: string;
    /** Column of the table with their ids. */
    readonly column: string;
    /** Keys of a row: its id, and the values that tell it from others. */
    readonly id: string;
    readonly values: string;
  };
  /** Fields that get one value for many entries of a list at once. */
  readonly many?: readonly string[];
  /** The Markdown, in the columns `…_source` and `…_html` of this beginning. */
  readonly body: {
    readonly column: string;
    readonly label: string;
    /** Columns that are made of it too. */
    readonly made: readonly string[];
  };
  /** Columns that are made of others: by the import, or by the database. */
  readonly made: readonly string[];
  /** Finds what is wrong about several values together. */
  readonly findMistakes?: (values: Readonly<Record<string, unknown>>) => readonly Mistake[];
}

export function defineKind<const Definition extends KindRecord>(definition: Definition): Definition {
  return definition;
}
