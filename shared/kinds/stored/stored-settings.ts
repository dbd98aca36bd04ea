import { ownValue } from '#shared/own-value.ts';
import { ignore, isMap, parseStored, type OnLoss } from '#shared/stored-list.ts';
import type { Setting } from '../setting.ts';
import { siteSettingsRecord, type SiteSettings } from '../site.ts';
import { keepValue } from './stored-value.ts';

type Group = Readonly<Record<string, Setting>>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Reads settings as they are stored, without those that their fields do not allow, as an operator's SQL may have left
 * them.
 * @param stored JSON; null: nothing is stored.
 */
export function readStoredSettings(stored: string | null, onLoss: OnLoss = ignore): Partial<SiteSettings> {
  const values = stored === null ? {} : parseStored(stored);
  // Each setting that is left is as the record says.
  if (isMap(values)) return keepGroup(siteSettingsRecord, values, onLoss) as Partial<SiteSettings>;
  onLoss();
  return {};
}

function keepGroup(group: Group, values: Values, onLoss: OnLoss): Values {
  const kept = Object.entries(values).flatMap(([name, value]) => {
    const setting = ownValue(group, name);
    // A later build may have stored more.
    const read = setting === undefined ? value : keepSetting(setting, value, onLoss);
    if (read === null) onLoss();
    return read === null ? [] : [[name, read] as const];
  });
  return Object.fromEntries(kept);
}

function keepSetting(setting: Setting, value: unknown, onLoss: OnLoss): unknown {
  if (!('group' in setting)) return keepValue(setting.field, value, onLoss);
  if (!isMap(value)) return null;
  const kept = keepGroup(setting.group, value, onLoss);
  const lacksPart = Object.entries(setting.group).some(
    ([name, part]) => 'field' in part && part.field.required && !Object.hasOwn(kept, name),
  );
  return lacksPart ? null : kept;
}
