import type { Kind } from './kind-names.ts';
import type { SpecMap } from './product-parts/specs.ts';

/** Parts of an entry's search document. `labels` are the texts under which it is filed; the last five are filters. */
export type SearchPart =
  'title' | 'labels' | 'lead' | 'sku' | 'category' | 'tags' | 'authorId' | 'availability' | 'price';

interface FieldOptions {
  /** Name in the editing form. */
  label: string;
  /** Sentence about accepted values in the form; left out: the sentence of the type. */
  rule?: string;
  /** Accepted values in English, for messages of an import; left out: the description of the type. */
  hint?: string;
  /** Example of a value, for the same messages. */
  example?: string;
  /** Nothing is published without it. */
  required?: true;
  /** Column of its value; left out: its name in snake case. */
  column?: string;
  search?: readonly SearchPart[];
  /** Two entries with the same value are taken for an oversight. */
  isOwn?: true;
  /** Pages of the entry set it in the font of titles. */
  isInTitleFont?: true;
  /** Column that the server keeps with its value at present, where time changes it: search has that one. */
  nowColumn?: string;
}

interface TextOptions extends FieldOptions {
  /** Most characters that may be published. */
  max: number;
  /** Stands in an address, and so in NFC. */
  isComposed?: true;
  /** May have no line breaks. */
  isOneLine?: true;
  /** Stored as null where it is left out; otherwise as an empty text. */
  absent?: null;
  /** A number of GS1 on labels, with its check digit. */
  isGtin?: true;
  /** Stands in an address as the id of an entry does. */
  isId?: true;
}

interface ListOptions extends FieldOptions {
  /** Most items that may be published. */
  maxItems: number;
}

export interface JoinTable {
  table: string;
  /** Column with the id of the entry that has the list. */
  owner: string;
  /** Column with the ids of the list. */
  target: string;
}

export type FieldType =
  | 'line'
  | 'text'
  /** A list of texts, one a line. */
  | 'lines'
  | 'price'
  /** A whole number. */
  | 'number'
  /** Minutes at the site's clock. */
  | 'time'
  | 'address'
  | 'choice'
  /** A file of the media folder by its path. */
  | 'media'
  /** The id of an entry. */
  | 'reference'
  /** Ids of different entries, in an order. */
  | 'references'
  /** A list of objects. */
  | 'rows'
  /** A map of names and their values, or of groups of them; each name once in its group. */
  | 'pairs'
  /** Fields under one key. It holds no reference and no file. */
  | 'group'
  /** A map of the names in the rows of another field, each with a text. */
  | 'values'
  /** Several of some options, in an order. */
  | 'choices'
  /** A colour as `#rrggbb`, readable on the pages of its mode. */
  | 'color'
  | 'email'
  /** A telephone number as people write it. */
  | 'phone'
  /** The id of a LINE official account, such as `@qingye`. */
  | 'lineId'
  /** The number of a company in Taiwan (統一編號). */
  | 'taxId'
  | 'year'
  /** A site path. */
  | 'path'
  /** A site path or a web address. */
  | 'link'
  /** A list of entries, each as `WORD: ID`. */
  | 'featured'
  /** `on`, `off`, or a file of the content folder. */
  | 'font';

/** A key of the front matter: how it is typed, checked, stored and searched. */
export interface Field extends FieldOptions {
  readonly type: FieldType;
  readonly max?: number;
  readonly maxItems?: number;
  readonly isComposed?: true;
  readonly isOneLine?: true;
  /** For texts: stored as null where it is left out. For `choice`: may be left out. */
  readonly absent?: null;
  readonly isGtin?: true;
  readonly isId?: true;
  /** For `choice`, whose first option is the default, and for `choices`. */
  readonly options?: readonly string[];
  /** For `choice`: files do not say the default. */
  readonly isDefaultLeftOut?: true;
  /** For `media`: a PDF instead of a picture. */
  readonly isDocument?: true;
  /** For `reference` and `references`. */
  readonly to?: Kind;
  /** For `reference`: a value that is no id is a name of its own. */
  readonly isOpen?: true;
  /** For `references`: a table of pairs whose column `position` keeps the order. */
  readonly join?: JoinTable;
  /** For `values`: the field whose rows have the names. */
  readonly namesIn?: string;
  /** The keys of each row, or of a group. */
  readonly columns?: Readonly<Record<string, Field>>;
  /** For `rows`: an empty list is an error. */
  readonly isFilled?: true;
  /** For `color`. */
  readonly mode?: 'light' | 'dark';
}

export const line = <const Options extends TextOptions>(options: Options) =>
  ({ type: 'line', ...options }) as const;

export const text = <const Options extends TextOptions>(options: Options) =>
  ({ type: 'text', ...options }) as const;

export const lines = <const Options extends ListOptions & { max: number }>(options: Options) =>
  ({ type: 'lines', isComposed: true, ...options }) as const;

export const price = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'price', ...options }) as const;

export const wholeNumber = <const Options extends FieldOptions & { max: number }>(options: Options) =>
  ({ type: 'number', ...options }) as const;

export const time = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'time', ...options }) as const;

export const webAddress = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'address', ...options }) as const;

export const choice = <const Options extends FieldOptions & { options: readonly string[]; absent?: null }>(
  options: Options,
) => ({ type: 'choice', ...options }) as const;

export const media = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'media', ...options }) as const;

export const pdf = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'media', isDocument: true, ...options }) as const;

export const reference = <
  const Options extends FieldOptions & { to: Kind; column: string; max?: number; isOpen?: true },
>(
  options: Options,
) => ({ type: 'reference', ...options }) as const;

export const references = <const Options extends ListOptions & { to: Kind; join: JoinTable }>(
  options: Options,
) => ({ type: 'references', ...options }) as const;

export const rows = <
  const Options extends ListOptions & { columns: Readonly<Record<string, Field>>; isFilled?: true },
>(
  options: Options,
) => ({ type: 'rows', ...options }) as const;

export const group = <
  const Options extends FieldOptions & {
    columns: Readonly<Record<string, Field & { type: 'line' | 'rows' | 'group' }>>;
  },
>(
  options: Options,
) => ({ type: 'group', ...options }) as const;

export const choices = <const Options extends FieldOptions & { options: readonly string[] }>(
  options: Options,
) => ({ type: 'choices', ...options }) as const;

export const color = <const Options extends FieldOptions & { mode: 'light' | 'dark' }>(options: Options) =>
  ({ type: 'color', required: true, ...options }) as const;

export const email = <const Options extends TextOptions>(options: Options) =>
  ({ type: 'email', ...options }) as const;

export const phone = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'phone', max: 40, ...options }) as const;

export const lineId = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'lineId', max: 21, ...options }) as const;

export const taxId = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'taxId', max: 8, ...options }) as const;

export const year = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'year', max: 4, ...options }) as const;

export const path = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'path', ...options }) as const;

export const link = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'link', ...options }) as const;

export const featured = <const Options extends ListOptions>(options: Options) =>
  ({ type: 'featured', ...options }) as const;

export const font = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'font', ...options }) as const;

export const pairs = <const Options extends FieldOptions>(options: Options) =>
  ({ type: 'pairs', ...options }) as const;

export const values = <const Options extends ListOptions & { namesIn: string }>(options: Options) =>
  ({ type: 'values', ...options }) as const;

/** The value of a field in front matter that has been checked. */
export type ValueOf<F extends Field> = F['type'] extends 'lines' | 'references'
  ? string[]
  : F['type'] extends 'rows'
    ? RowValue<F['columns']>[]
    : F['type'] extends 'pairs'
      ? SpecMap
      : F['type'] extends 'group'
        ? RowValue<F['columns']> | undefined
        : F['type'] extends 'values'
          ? Record<string, string>
          : F extends { type: 'choice'; options: readonly (infer Option)[] }
            ? F extends { absent: null }
              ? Option | undefined
              : Option
            : F['type'] extends 'price' | 'number'
              ? number | undefined
              : F extends { required: true }
                ? string
                : string | undefined;

type RowValue<Columns> =
  Columns extends Readonly<Record<string, Field>>
    ? { [Name in keyof Columns]: ValueOf<Columns[Name]> }
    : never;
