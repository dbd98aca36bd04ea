import type { Picture } from '#shared/payload/payloads.ts';
import type { SiteSettings } from '#shared/kinds/site.ts';
import { lossesOf } from '#server/freshness/losses.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { readStoredSite, storedSettings } from '#server/content/site-settings.ts';
import { tags } from '#server/freshness/tags.ts';
import { findPictures } from '#server/media/pictures/picture-queries.ts';

export function readSiteSettings(reader: Reader): Promise<SiteSettings> {
  return reader.cached('site', async (ownReader) => {
    ownReader.dependsOn(tags.site);
    const onLoss = lossesOf(ownReader, 'site', 'site')('settings');
    // A site without settings is still a site: it has the program's name.
    return storedSettings(await readStoredSite(ownReader.db), 'Qingye', onLoss);
  });
}

/** The site's own picture, which adds nothing to the name beside it; null when it has none. */
export function findLogo(reader: Reader): Promise<Picture | null> {
  // The settings are read within: another logo is another answer to the same question.
  return reader.cached('logo', async (ownReader) => {
    const { logo } = await readSiteSettings(ownReader);
    if (logo === undefined) return null;
    const [picture] = await findPictures(ownReader, [{ src: logo, alt: '' }]);
    return picture ?? null;
  });
}

/** The original of the site's own picture, of which its icons are made; null when it has none. */
export function findLogoFile(reader: Reader): Promise<string | null> {
  return reader.cached('logo file', async (ownReader) => {
    const { logo } = await readSiteSettings(ownReader);
    if (logo === undefined) return null;
    ownReader.dependsOn(tags.media(logo));
    const row = await ownReader.db
      .selectFrom('media')
      .select('file')
      .where('path', '=', logo)
      .executeTakeFirst();
    return row?.file ?? null;
  });
}
