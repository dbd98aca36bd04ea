import type { TextLink } from '#shared/payloads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

export type FeaturedThing = { article: string } | { product: string };

/** What `site.yaml` says, complete. */
export interface SiteSettings {
  name: string;
  tagline: string;
  description: string;
  /** The order in which categories are offered; others follow. */
  categories: string[];
  featured: FeaturedThing[];
  footer: { about: string; links: TextLink[] };
}

/** A site without settings is still a site: it has the program's name. */
const defaultSettings: SiteSettings = {
  name: 'Qingye',
  tagline: '',
  description: '',
  categories: [],
  featured: [],
  footer: { about: '', links: [] },
};

export function readSiteSettings(reader: Reader): Promise<SiteSettings> {
  return reader.cached('site', async ({ db, dependsOn }) => {
    dependsOn(tags.site);
    const row = await db.selectFrom('site').select('settings').where('id', '=', 1).executeTakeFirst();
    return row ? JSON.parse(row.settings) : defaultSettings;
  });
}
