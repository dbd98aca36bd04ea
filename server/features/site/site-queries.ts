import type { SiteSettings } from '#shared/site-settings.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

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
    // Settings that were stored before a key came to be do not have it.
    return { ...defaultSettings, ...(row && JSON.parse(row.settings)) };
  });
}
