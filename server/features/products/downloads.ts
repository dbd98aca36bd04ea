import { product } from '#shared/kinds/product.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import type { DownloadData } from '#shared/payload/product-details.ts';
import type { OnLoss } from '#shared/stored-list.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/**
 * Finds the files that a product offers, in their order; those that are not in the store are left out. They are always
 * at the site's own address, which sends them with the headers of a download.
 */
export async function findDownloads(reader: Reader, stored: string, onLoss: OnLoss): Promise<DownloadData[]> {
  const downloads = readStored(product.fields.downloads, stored, onLoss);
  if (downloads.length === 0) return [];
  for (const { file } of downloads) reader.dependsOn(tags.media(file));
  const rows = await reader.db
    .selectFrom('media')
    .select(['path', 'served', 'bytes'])
    .where(
      'path',
      'in',
      downloads.map(({ file }) => file),
    )
    .execute();
  const media = new Map(rows.map((row) => [row.path, row]));
  return downloads.flatMap(({ label, file }) => {
    const row = media.get(file);
    if (row === undefined) return [];
    const { served, bytes } = row;
    const href = `${reader.basePath}media/${served}?name=${encodeURIComponent(label)}`;
    return [{ label, href, bytes }];
  });
}
