import type { Field, ValueOf } from './fields.ts';
import type { Kind } from './kind-names.ts';
import type { KindRecords } from './kinds.ts';

/** A setting of `site.yaml`, or several under one key. */
export type Setting = ValueSetting | GroupSetting;

export interface ValueSetting {
  readonly field: Field;
  /** The value of a file that leaves it out: nothing, or the empty value of its type. */
  readonly absent: 'nothing' | 'empty';
  /** Only admins change it: the site's name, identity, and footer. */
  readonly isNaming?: true;
  /** No form shows it. */
  readonly isFileOnly?: true;
}

interface GroupSetting {
  readonly group: Readonly<Record<string, Setting>>;
  readonly absent: 'nothing' | 'empty';
  readonly hint: string;
}

/** A line of `featured`, such as `article: first-visit`. */
export type FeaturedThing = {
  [Name in Kind]: KindRecords[Name] extends { isFeatured: true; word: infer Word extends string }
    ? { [Key in Word]: string }
    : never;
}[Kind];

/** The values of settings. */
export type SettingsOf<Group extends Readonly<Record<string, Setting>>> = {
  -readonly [Name in keyof Group as Group[Name] extends Always ? Name : never]: SettingOf<Group[Name]>;
} & {
  -readonly [Name in keyof Group as Group[Name] extends Always ? never : Name]?:
    SettingOf<Group[Name]> | undefined;
};

/** A setting that is never left out. */
type Always = { absent: 'empty' } | { field: { required: true } };

type SettingOf<S extends Setting> = S extends { group: infer Group extends Readonly<Record<string, Setting>> }
  ? SettingsOf<Group>
  : S extends { field: infer F extends Field }
    ? F['type'] extends 'featured'
      ? FeaturedThing[]
      : F extends { type: 'choices'; options: readonly (infer Option)[] }
        ? Option[]
        : F['type'] extends 'year'
          ? number
          : NonNullable<ValueOf<F>>
    : never;
