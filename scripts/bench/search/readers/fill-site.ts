import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '#server/db/open/open-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import type { OutsideText } from './outside-texts.ts';
import { linesOf } from './query-set.ts';

/** An entry of a site to be asked. */
export interface AskedEntry {
  /** Its kind, a slash and its id. */
  key: string;
  /** By which the answers of queries name it. */
  name: string;
  title: string;
  /** All that can be found, as the floor reads it. */
  text: string;
  fields: Record<string, unknown>;
  body: string;
}

const author = { key: 'authors/bian', fields: { name: '青葉編輯部' }, body: '' };

export function toArticles(texts: readonly OutsideText[]): AskedEntry[] {
  return texts.map(({ name, title, summary, tags, publishedAt, text }, index) => ({
    key: `articles/t${index}`,
    name,
    title,
    text: [title, ...tags, summary, text].join('\n'),
    fields: {
      title: title.slice(0, 200),
      author: 'bian',
      ...(summary !== '' && { summary: summary.slice(0, 500) }),
      tags: tags.filter((tag) => tag.length <= 50),
      publishedAt,
    },
    body: text,
  }));
}

/** The goods and articles of a small shop, in `shop.tsv`. */
export function readShop(): AskedEntry[] {
  return linesOf('shop.tsv').map((cells, index) => {
    const [kind = '', name = '', filed = '', sku = '', price = '', specs = '', text = ''] = cells;
    // Each a day after the one before.
    const publishedAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
    const own =
      kind === 'articles'
        ? { title: name, author: 'bian', tags: filed.split('、') }
        : {
            name,
            category: filed,
            price: Number(price),
            ...(sku !== '' && { sku }),
            specs: Object.fromEntries(specs.split('、').map((spec) => spec.split('：'))),
          };
    return {
      key: `${kind}/s${index}`,
      name,
      title: name,
      text: [name, filed, sku, specs, text].join('\n'),
      fields: { ...own, publishedAt },
      body: text,
    };
  });
}

/** Fills an empty database with these entries, as an import does. */
export async function fillSite(db: Database, dataDir: string, entries: readonly AskedEntry[]): Promise<void> {
  const folder = path.join(dataDir, 'content');
  for (const { key, fields, body } of [author, ...entries]) {
    const file = path.join(folder, `${key}.md`);
    mkdirSync(path.dirname(file), { recursive: true });
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
    writeFileSync(file, `---\n${lines.join('')}---\n\n${body}\n`);
  }
  await importContent(folder, db, folderStore(dataDir));
}
