import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import { composed } from '#shared/composed.ts';
import { contrastOnPages, leastContrast } from '#shared/contrast.ts';
import { frontParts } from '#shared/payloads.ts';
import type { SiteSettings } from '#shared/site-settings.ts';
import type { Schema } from '#server/db/schema.ts';
import { fontPathPattern } from './media-path.ts';
import type { ContentKind } from './kinds/content-kinds.ts';
import { parseYaml, type Hints } from './front-matter.ts';
import {
  category,
  entryId,
  listOf,
  looseText,
  mediaHint,
  mediaPath,
  oneLine,
  optionalText,
  text,
  webAddress,
  webHint,
} from './kinds/field-schemas.ts';
import { placeReferences, type PlacedReference, type Reference } from './kinds/references.ts';
import type { Problem } from './problem.ts';
import { isSitePath } from './site-path.ts';

/**
 * What `site.yaml` says. It is no kind of content: there is one, without id and Markdown, it is not counted, and what a
 * folder without it leaves is never removed.
 */
export interface SiteFile {
  settings: SiteSettings;
  references: readonly PlacedReference<ContentKind>[];
}

const sitePath = z.string().regex(/^\S*$/).regex(oneLine).refine(isSitePath).transform(composed);
const siteOrWebAddress = z.union([sitePath, webAddress]);
const footerLink = z.strictObject({ label: text(100), url: siteOrWebAddress });

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .toLowerCase();
const readable = (mode: 'light' | 'dark') =>
  color.refine((value) => contrastOnPages(mode, value) >= leastContrast);

const fontPath = z.string().regex(fontPathPattern).transform(composed);

export const siteSchema = z.strictObject({
  name: looseText(100),
  tagline: optionalText(200).default(''),
  description: optionalText(500).default(''),
  logo: mediaPath.optional(),
  colors: z
    .strictObject({
      light: readable('light'),
      dark: readable('dark'),
    })
    .optional(),
  categories: listOf(category, 100).default([]),
  featured: listOf(
    z.union([z.strictObject({ article: entryId }), z.strictObject({ product: entryId })]),
    20,
  ).default([]),
  front: z
    .array(z.enum(frontParts))
    .min(1)
    .refine((parts) => new Set(parts).size === parts.length)
    .optional(),
  navigation: listOf(z.strictObject({ label: text(12), path: sitePath }), 8).optional(),
  footer: z
    .strictObject({
      about: optionalText(1000).default(''),
      links: listOf(footerLink, 50).default([]),
      address: looseText(200).optional(),
      email: z.email().max(200).optional(),
      social: listOf(z.strictObject({ label: text(100), url: webAddress }), 10)
        .refine((links) => links.length > 0)
        .optional(),
      licence: footerLink.optional(),
      year: z.int().min(1000).max(9999).optional(),
    })
    .default({ about: '', links: [] }),
  fonts: z.strictObject({ titles: z.union([z.enum(['on', 'off']), fontPath]) }).optional(),
}) satisfies z.ZodType<SiteSettings>;

const siteHints: Hints = {
  name: 'text, such as 青葉',
  tagline: 'text of at most 200 characters',
  description: 'text of at most 500 characters',
  logo: mediaHint,
  colors: 'a map of light and dark',
  'colors.light': 'a colour such as #9a3412, dark enough to be read on white: a contrast of 4.5 and more',
  'colors.dark': 'a colour such as #fdba74, light enough to be read on #1d293d: a contrast of 4.5 and more',
  categories: 'a list of category names in the order in which they are offered',
  featured: 'a list of { article: ID } or { product: ID }',
  front: `a list of ${frontParts.join(', ')}, or some of them, each once and in the order of the front page`,
  navigation: 'a list of at most 8 links, each with label and path',
  'navigation.label': 'text of at most 12 characters, such as 關於我們',
  'navigation.path': 'a path of this site such as /pages/about',
  footer: 'a map of about, links, address, email, social, licence and year, or some of them',
  'footer.about': 'text of at most 1000 characters',
  'footer.links': 'a list of links, each with label and url',
  fonts: 'a map of titles',
  'fonts.titles': 'on, off, or a file of the content folder such as fonts/title.ttf',
  'footer.links.label': 'text, such as 商品',
  'footer.links.url': 'a path of this site such as /articles, or a web address',
  'footer.address': 'text of at most 200 characters',
  'footer.email': 'an e-mail address such as hello@example.com',
  'footer.social': 'a list of 1 to 10 links, each with label and url',
  'footer.social.label': 'text, such as Instagram',
  'footer.social.url': webHint,
  'footer.licence': 'a map of label and url',
  'footer.licence.label': 'text, such as CC BY 4.0',
  'footer.licence.url': 'a path of this site such as /pages/licence, or a web address',
  'footer.year': 'a year, such as 2021',
};

export function parseSite(file: string, text: string): { site: SiteFile } | { problems: Problem[] } {
  const parsed = parseYaml({ file, text, firstLine: 1 }, siteSchema, siteHints);
  if ('problems' in parsed) return parsed;
  const { value: settings, lineOf } = parsed;
  const featured = settings.featured.map((thing, index): Reference<ContentKind> => ({
    ...('article' in thing ? { to: 'articles', id: thing.article } : { to: 'products', id: thing.product }),
    at: ['featured', index],
  }));
  const titles = settings.fonts?.titles ?? 'on';
  const media: Reference<ContentKind>[] = [{ to: 'media', id: settings.logo, at: ['logo'] }];
  if (titles !== 'on' && titles !== 'off') media.push({ to: 'media', id: titles, at: ['fonts', 'titles'] });
  return { site: { settings, references: placeReferences([...featured, ...media], lineOf) } };
}

/** Resolves to the names of the settings that are others than before, in the order of the file. */
export async function writeSite(
  trx: Transaction<Schema>,
  site: Pick<SiteFile, 'settings'>,
): Promise<string[]> {
  const settings = JSON.stringify(site.settings);
  const stored = await readStoredSite(trx);
  if (stored === settings) return [];
  await trx
    .insertInto('site')
    .values({ id: 1, settings })
    .onConflict((oc) => oc.column('id').doUpdateSet({ settings }))
    .execute();
  // What a file leaves out is stored as what it stands for, and is no change to whoever had no file.
  const { name: _, ...leftOut } = siteSchema.parse({ name: 'x' });
  const before: Record<string, unknown> = { ...leftOut, ...JSON.parse(stored ?? '{}') };
  const after: Record<string, unknown> = { ...leftOut, ...site.settings };
  return Object.keys(siteSchema.shape).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

/** JSON; null when there are no settings. */
export async function readStoredSite(db: Kysely<Schema>): Promise<string | null> {
  const stored = await db.selectFrom('site').select('settings').where('id', '=', 1).executeTakeFirst();
  return stored?.settings ?? null;
}
