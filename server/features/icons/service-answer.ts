import { getIconData } from '@iconify/utils/lib/icon-set/get-icon';
import * as z from 'zod';
import type { IconRequest } from './icon-request.ts';
import type { Icon, IconSet } from './icon-set.ts';
import { isSafeDrawing } from './safe-drawing.ts';

const number = z.number().exactOptional();
const flag = z.boolean().exactOptional();
const size = { left: number, top: number, width: number, height: number };
const look = { ...size, rotate: number, hFlip: flag, vFlip: flag };
const named = <T extends z.ZodType>(value: T) =>
  z.record(z.string(), value).transform((record) => withoutPrototype(record));

const answer = z.object({
  prefix: z.string(),
  icons: named(z.object({ body: z.string(), ...look })),
  aliases: named(z.object({ parent: z.string(), ...look })).exactOptional(),
  ...size,
});

export interface ServiceAnswer {
  icons: ReadonlyMap<string, Icon>;
  /** Icons that are there but no page may show. */
  refused: readonly string[];
}

/**
 * Takes from what a service sent only what was asked for, each alias as an icon of its own, if it is safe to show.
 * @throws when it is not Iconify's JSON of this collection.
 */
export function readServiceAnswer(json: unknown, { collection, names }: IconRequest): ServiceAnswer {
  const set = parseSet(json);
  if (set.prefix !== collection) throw new Error('the answer is about another collection');
  const icons = new Map<string, Icon>();
  const refused: string[] = [];
  for (const name of names) {
    const icon = getIconData(set, name);
    if (icon === null) continue;
    if (isSafeDrawing(icon.body)) icons.set(name, icon);
    else refused.push(name);
  }
  return { icons, refused };
}

/** Reports the first mistake only: a bad answer has thousands, and each would be logged. */
function parseSet(json: unknown): IconSet {
  const { data, error } = answer.safeParse(json);
  if (data) return data;
  const issue = error.issues[0];
  throw new Error(`the answer is not an icon set: ${issue?.path.join('.').slice(0, 100)}: ${issue?.message}`);
}

/** Removes the prototype, so that no plain lookup finds "constructor". */
function withoutPrototype<T>(record: Record<string, T>): Record<string, T> {
  return Object.setPrototypeOf(record, null);
}
