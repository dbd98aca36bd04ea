import type { Role } from '../accounts.ts';
import { changeAt, featuredColumns, minorEdit, pairColumns } from '../kinds/common-fields.ts';
import type { Field, FieldType } from '../kinds/fields.ts';
import { kindPages, mapKinds, type Kind } from '../kinds/kind-names.ts';
import { kinds } from '../kinds/kinds.ts';
import { siteSettingsRecord } from '../kinds/site.ts';
import type { Setting } from '../kinds/setting.ts';

/**
 * A field of an editing form. Its name is the key of the front matter; in the form it is `f.NAME`, with a dot and a
 * number for each row of a list.
 */
export interface EditField extends Pick<
  Field,
  'label' | 'rule' | 'required' | 'max' | 'maxItems' | 'to' | 'isDocument' | 'isDefaultLeftOut'
> {
  name: string;
  type: EditFieldType;
  /** Stands in addresses, and so in NFC. Ids and paths of the media folder do by their type. */
  isComposed?: true;
  /** For `choice`, and for `value` in a form. */
  options?: readonly string[];
  /** For `choice`: may be left out. */
  isOptional?: true;
  /** For `rows`: each is an object of these, or a plain text if there is a single column without a name. */
  columns?: readonly EditField[];
  /** Heading over it and its neighbours, which belong together. */
  group?: string;
  /** A reference that stands in a list, and is typed: a row is no place for a list to choose from. */
  isTyped?: true;
  /** For `value`: the key of its map, the field whose rows have the names of the map, and the place of its name there. */
  ofMap?: { key: string; namesIn: string; place: number };
  /** A reference that may be a name of its own, and is typed. */
  isOpen?: true;
}

export type EditFieldType =
  | Exclude<FieldType, 'references' | 'choices' | 'font' | 'group' | 'values'>
  /** A text of a map whose names stand in the rows of another field: by its place there, so that a name can change. */
  | 'value'
  /** A box, `true` in a document when it is ticked. It says something of the change, and is not published. */
  | 'check'
  /** The id of an entry of one of several kinds, as the column `kind` beside it says. */
  | 'featured';

/** Ticked, a change of the text is too small for a new time of change. */
export const minorEditField = 'minorEdit';

/** Moment from which visitors see a change of a live page. It is no part of the text, and is not published. */
export const changeAtField = 'changeAt';

/** The columns of a field's rows; none where it has no rows. */
export function columnsOf({ type, columns = [] }: EditField): readonly EditField[] {
  return type === 'pairs' ? pair : columns;
}

const pair = toEditFields(pairColumns);

const minorEditBox: EditField = { name: minorEditField, type: 'check', ...minorEdit };

/** The fields of each kind in the order of its form. The Markdown follows them. */
export const editForms: Readonly<Record<Kind, readonly EditField[]>> = mapKinds((kind) => [
  ...Object.entries(kinds[kind].fields).flatMap(([name, field]) => {
    if (field.type === 'group') return toGroupedFields(name, field, field.label);
    const shown = toEditField(name, field);
    return name === 'updatedAt' ? [shown, minorEditBox] : [shown];
  }),
  { name: changeAtField, type: 'time', ...changeAt },
]);

/** The fields of a group, whose names have a dot. One that is required is needed beside its neighbours alone. */
function toGroupedFields(name: string, { columns = {} }: Field, heading: string): EditField[] {
  return Object.entries(columns).flatMap(([key, field]) => {
    if (field.type === 'group') return toGroupedFields(`${name}.${key}`, field, heading);
    const { required: _, ...shown } = toEditField(`${name}.${key}`, field);
    return [{ ...shown, group: heading }];
  });
}

function toEditField(name: string, { type, columns, to, maxItems = 0, ...field }: Field): EditField {
  const { label, rule, required, max, isComposed, isOpen, isDocument, options = [], absent } = field;
  const { isDefaultLeftOut } = field;
  const shown = {
    ...{ name, label },
    ...(rule !== undefined && { rule }),
    ...(required && { required }),
    ...(max !== undefined && { max }),
    ...(isComposed && { isComposed }),
    ...(isDocument && { isDocument }),
    ...(isOpen && { isOpen }),
    ...(type === 'choice' && { options }),
    ...(isDefaultLeftOut && { isDefaultLeftOut }),
    ...(type === 'choice' && absent === null && { isOptional: true as const }),
    ...(maxItems > 0 && { maxItems }),
  };
  switch (type) {
    case 'references': {
      const cell: EditField = { name: '', label, type: 'reference', isTyped: true, ...(to && { to }) };
      return { ...shown, type: 'rows', columns: [cell] };
    }
    case 'choices': {
      const cell: EditField = { name: '', label, type: 'choice', required: true, options };
      return { ...shown, type: 'rows', maxItems: options.length, columns: [cell] };
    }
    case 'featured':
      return { ...shown, type: 'rows', columns: featuredCells() };
    case 'font':
    case 'group':
    case 'values':
      throw new Error(`no form has a field for ${name}`);
  }
  return {
    ...shown,
    type,
    ...(to && { to }),
    ...(columns && { columns: toEditFields(columns) }),
  };
}

function toEditFields(columns: Readonly<Record<string, Field>>): EditField[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    column.type === 'values' ? toValueFields(name, column) : toEditField(name, column),
  );
}

function toValueFields(key: string, { label, namesIn = '', maxItems = 0 }: Field): EditField[] {
  return Array.from({ length: maxItems }, (_, place) => ({
    name: `${key}.${place}`,
    label,
    type: 'value',
    ofMap: { key, namesIn, place },
  }));
}

/** The kinds that the front page can feature, by their words in `site.yaml`. */
export const featuredKinds: ReadonlyMap<string, Kind> = new Map(
  Object.values(kinds).flatMap(({ isFeatured, word, name }) => (isFeatured ? [[word, name] as const] : [])),
);

/** An id of the kind that is chosen beside it. */
function featuredCells(): EditField[] {
  const { kind, id } = featuredColumns([...featuredKinds.keys()]);
  const { max: _, ...cell } = toEditField('id', id);
  return [toEditField('kind', kind), { ...cell, type: 'featured' }];
}

/** Label of an option of a choice that is the word of a kind; undefined for another option. */
export function labelOfWord(word: string): string | undefined {
  const kind = featuredKinds.get(word);
  return kind && kindPages[kind].label;
}

/** A setting as its form has it. A name with a dot is that of a key within a map. */
interface SiteField {
  field: EditField;
  isNaming: boolean;
}

function fieldsOfGroup(
  group: Readonly<Record<string, Setting>>,
  within = '',
  isOptional = false,
): SiteField[] {
  return Object.entries(group).flatMap(([name, setting]) => {
    if ('group' in setting)
      return fieldsOfGroup(setting.group, `${within}${name}.`, setting.absent === 'nothing');
    if (setting.isFileOnly) return [];
    const { required, ...field } = toEditField(within + name, setting.field);
    // Needed beside its neighbours alone: all of them may be left out.
    const isNeeded = required && !isOptional;
    return [{ field: isNeeded ? { ...field, required } : field, isNaming: setting.isNaming ?? false }];
  });
}

const siteFields = fieldsOfGroup(siteSettingsRecord);

export const siteForm: readonly EditField[] = siteFields.map(({ field }) => field);

/** Settings that only admins change. */
export const namingFields: ReadonlySet<string> = new Set(
  siteFields.flatMap(({ field, isNaming }) => (isNaming ? [field.name] : [])),
);

/** Settings that this role may change. */
export function siteFieldsFor(role: Role): EditField[] {
  return siteForm.filter(({ name }) => role === 'admin' || !namingFields.has(name));
}
