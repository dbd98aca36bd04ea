import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import type { SiteSettings } from '#shared/site-settings.ts';
import type { Schema } from '#server/db/schema.ts';
import { fontPathPattern } from './media-path.ts';
import type { ContentKind } from './kinds/content-kinds.ts';
import { parseYaml, type Hints } from './front-matter.ts';
import { entryId, looseText, oneLine, optionalText, text, webAddress } from './kinds/field-schemas.ts';
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

const sitePath = z.string().regex(/^\S*$/).regex(oneLine).refine(isSitePath);
const siteOrWebAddress = z.union([sitePath, webAddress]);

const fontPath = z.string().regex(fontPathPattern);

export const siteSchema = z.strictObject({
  name: looseText(100),
  tagline: optionalText(200).default(''),
  description: optionalText(500).default(''),
  categories: z.array(looseText(50)).max(100).default([]),
  featured: z
    .array(z.union([z.strictObject({ article: entryId }), z.strictObject({ product: entryId })]))
    .max(20)
    .default([]),
  navigation: z
    .array(z.strictObject({ label: text(12), path: sitePath }))
    .max(8)
    .optional(),
  footer: z
    .strictObject({
      about: optionalText(1000).default(''),
      links: z
        .array(z.strictObject({ label: text(100), url: siteOrWebAddress }))
        .max(50)
        .default([]),
    })
    .default({ about: '', links: [] }),
  fonts: z.strictObject({ titles: z.union([z.enum(['on', 'off']), fontPath]) }).optional(),
}) satisfies z.ZodType<SiteSettings>;

const siteHints: Hints = {
  name: 'text, such as 青葉',
  tagline: 'text of at most 200 characters',
  description: 'text of at most 500 characters',
  categories: 'a list of category names in the order in which they are offered',
  featured: 'a list of { article: ID } or { product: ID }',
  navigation: 'a list of at most 8 links, each with label and path',
  'navigation.label': 'text of at most 12 characters, such as 關於我們',
  'navigation.path': 'a path of this site such as /pages/about',
  footer: 'a map of about (text) and links (a list)',
  'footer.about': 'text of at most 1000 characters',
  'footer.links': 'a list of links, each with label and url',
  fonts: 'a map of titles',
  'fonts.titles': 'on, off, or a file of the content folder such as fonts/title.ttf',
  'footer.links.label': 'text, such as 商品',
  'footer.links.url': 'a path of this site such as /articles, or a web address',
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
  const fonts: Reference<ContentKind>[] =
    titles === 'on' || titles === 'off' ? [] : [{ to: 'media', id: titles, at: ['fonts', 'titles'] }];
  return { site: { settings, references: placeReferences([...featured, ...fonts], lineOf) } };
}

export async function writeSite(trx: Transaction<Schema>, site: Pick<SiteFile, 'settings'>): Promise<void> {
  const settings = JSON.stringify(site.settings);
  const stored = await readStoredSite(trx);
  if (stored === settings) return;
  await trx
    .insertInto('site')
    .values({ id: 1, settings })
    .onConflict((oc) => oc.column('id').doUpdateSet({ settings }))
    .execute();
}

/** JSON; null when there are no settings. */
export async function readStoredSite(db: Kysely<Schema>): Promise<string | null> {
  const stored = await db.selectFrom('site').select('settings').where('id', '=', 1).executeTakeFirst();
  return stored?.settings ?? null;
}
