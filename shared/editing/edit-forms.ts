import { frontParts } from '../payloads.ts';
import type { Role } from '../accounts.ts';
import type { EditKind } from './edit-paths.ts';

/**
 * A field of an editing form. Its name is the key of the front matter; in the form it is `f.NAME`, with a dot and a
 * number for each row of a list.
 */
export interface EditField {
  name: string;
  type: EditFieldType;
  /** Nothing is published without it. */
  required?: true;
  /** Most characters of a text, or of each text of a list, that may be published. */
  max?: number;
  /** Most items of a list that may be published. */
  maxItems?: number;
  /** Stands in addresses, and so in NFC. Ids and paths of the media folder do by their type. */
  isComposed?: true;
  /** Of `choice`. */
  options?: readonly string[];
  /** Of `rows`: each is an object of these, or a plain text when there is one without a name. */
  columns?: readonly EditField[];
}

export type EditFieldType =
  | 'line'
  | 'text'
  /** A list of texts, one a line. */
  | 'lines'
  | 'price'
  /** Minutes at the site's clock. */
  | 'time'
  | 'address'
  | 'choice'
  /** A box, `true` in a document when it is ticked. It says something of the change, and is not published. */
  | 'check'
  /** A path of the media folder. */
  | 'media'
  /** As `#rrggbb`. */
  | 'color'
  /** The id of an author, or of a product. */
  | 'author'
  | 'product'
  /** The id of an article or a product, as the column `kind` beside it says. */
  | 'featured'
  | 'rows'
  /** A map of names and values, as rows. */
  | 'pairs';

/** Ticked, a change of the text is too small for a new time of change. */
export const minorEditField = 'minorEdit';

/** The columns of a field's rows; none where it has no rows. */
export function columnsOf({ type, columns = [] }: EditField): readonly EditField[] {
  return type === 'pairs' ? pair : columns;
}

const pair: readonly EditField[] = [
  { name: 'name', type: 'line', required: true, max: 100 },
  { name: 'value', type: 'line', required: true, max: 500 },
];

const cover: readonly EditField[] = [
  { name: 'cover', type: 'media' },
  { name: 'coverAlt', type: 'line', max: 300 },
];
const times: readonly EditField[] = [
  { name: 'publishedAt', type: 'time' },
  { name: 'updatedAt', type: 'time' },
  { name: minorEditField, type: 'check' },
];
const links: readonly EditField[] = [
  { name: 'label', type: 'line', required: true, max: 100 },
  { name: 'url', type: 'address', required: true },
];

/** The fields of each kind in the order of its form. The Markdown follows them. */
export const editForms: Readonly<Record<EditKind, readonly EditField[]>> = {
  articles: [
    { name: 'title', type: 'line', required: true, max: 200 },
    { name: 'author', type: 'author', required: true },
    { name: 'summary', type: 'text', max: 500 },
    ...cover,
    { name: 'tags', type: 'lines', max: 50, maxItems: 20, isComposed: true },
    { name: 'products', type: 'rows', maxItems: 50, columns: [{ name: '', type: 'product' }] },
    ...times,
  ],
  products: [
    { name: 'name', type: 'line', required: true, max: 200 },
    { name: 'category', type: 'line', required: true, max: 50, isComposed: true },
    { name: 'price', type: 'price' },
    { name: 'summary', type: 'text', max: 500 },
    {
      name: 'images',
      type: 'rows',
      maxItems: 30,
      columns: [
        { name: 'src', type: 'media', required: true },
        { name: 'alt', type: 'line', required: true, max: 300 },
      ],
    },
    { name: 'sku', type: 'line', max: 50 },
    { name: 'specs', type: 'pairs' },
    { name: 'availability', type: 'choice', options: ['in_stock', 'sold_out', 'preorder', 'discontinued'] },
    { name: 'purchaseUrl', type: 'address' },
    ...times,
  ],
  authors: [
    { name: 'name', type: 'line', required: true, max: 100 },
    { name: 'avatar', type: 'media' },
    { name: 'links', type: 'rows', maxItems: 20, columns: links },
  ],
  pages: [
    { name: 'title', type: 'line', required: true, max: 200 },
    { name: 'summary', type: 'text', max: 500 },
    ...cover,
    { name: 'updatedAt', type: 'time' },
    { name: minorEditField, type: 'check' },
  ],
};

/** The settings of the site. A name with a dot is that of a key within a map. */
export const siteForm: readonly EditField[] = [
  { name: 'name', type: 'line', required: true, max: 100 },
  { name: 'tagline', type: 'line', max: 200 },
  { name: 'description', type: 'text', max: 500 },
  { name: 'logo', type: 'media' },
  { name: 'colors.light', type: 'color' },
  { name: 'colors.dark', type: 'color' },
  { name: 'categories', type: 'lines', max: 50, maxItems: 100, isComposed: true },
  {
    name: 'featured',
    type: 'rows',
    maxItems: 20,
    columns: [
      { name: 'kind', type: 'choice', required: true, options: ['article', 'product'] },
      { name: 'id', type: 'featured', required: true },
    ],
  },
  {
    name: 'front',
    type: 'rows',
    maxItems: frontParts.length,
    columns: [{ name: '', type: 'choice', required: true, options: frontParts }],
  },
  {
    name: 'navigation',
    type: 'rows',
    maxItems: 8,
    columns: [
      { name: 'label', type: 'line', required: true, max: 12 },
      { name: 'path', type: 'address', required: true },
    ],
  },
  { name: 'footer.about', type: 'text', max: 1000 },
  { name: 'footer.links', type: 'rows', maxItems: 50, columns: links },
  { name: 'footer.address', type: 'line', max: 200 },
  { name: 'footer.email', type: 'line', max: 200 },
  { name: 'footer.social', type: 'rows', maxItems: 10, columns: links },
  { name: 'footer.licence.label', type: 'line', max: 100 },
  { name: 'footer.licence.url', type: 'address' },
  { name: 'footer.year', type: 'line', max: 4 },
];

/** What only admins change: what the site is called, how it is known, and what stands below every page. */
export const namingFields: ReadonlySet<string> = new Set([
  'name',
  'tagline',
  'description',
  'logo',
  'colors.light',
  'colors.dark',
  'footer.about',
  'footer.links',
  'footer.address',
  'footer.email',
  'footer.social',
  'footer.licence.label',
  'footer.licence.url',
  'footer.year',
]);

/** The settings that somebody in this role may change. */
export function siteFieldsFor(role: Role): EditField[] {
  return siteForm.filter(({ name }) => role === 'admin' || !namingFields.has(name));
}
