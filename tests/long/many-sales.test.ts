import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { fillCatalogue } from '#scripts/tools/fill-catalogue.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { nextSettling } from '#server/content/offers/settle-offers.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { settleDue } from '#server/features/products/keep-offers.ts';
import { paths } from '#shared/address/paths.ts';
import type { OfferData } from '#shared/payload/offer-payload.ts';
import { get } from '../helpers/accounts.ts';
import { anAuthor, aProduct } from '../helpers/content.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { payloadOf } from '../helpers/offer-surfaces.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const products = 10_000;
const [before, midnight] = ['2026-11-20T12:00:00.000Z', '2026-11-20T16:00:00.000Z'];

test.for(engines)(
  'ten thousand sales that begin at one midnight on %s are put in order in small steps, and every page is right meanwhile',
  async (engine) => {
    const clock = aClockAt(before);
    const { app, services } = await openSite({
      engine,
      clock,
      files: { 'authors/lin.md': anAuthor(), 'products/first.md': aProduct({ publishedAt: before }) },
    });
    const { db } = services;
    // Without the time limits of visitors.
    const own = await openDatabase(services.config.database, silentLog);
    onTestFinished(() => own.close());
    await fillCatalogue(own, { products, articles: 1 });
    // Half as dear, so that the order stays the same among them, and a free one has no sale.
    const rows = await db.read.selectFrom('products').select('id').where('price_twd', '>', 1).execute();
    for (const some of inBatches(rows, 500)) {
      const ids = some.map(({ id }) => id);
      await sql`update products set sale_price = price_twd / 2, sale_price_from = ${midnight}
        where id in (${sql.join(ids)})`.execute(own.write);
      await settleDue(services);
    }
    expect(await nextSettling(db.read)).toBe(midnight);

    const visible = await db.read
      .selectFrom('products')
      .select('id')
      .where('status', '=', 'published')
      .where('published_at', '<', before)
      .limit(300)
      .execute();

    clock.set(midnight);
    const asked: Promise<void>[] = [];
    let steps = 0;
    /** Called before each step: now and then somebody asks for a page. */
    const countStep = () => {
      steps += 1;
      if (steps % 10 === 1) asked.push(look(steps));
      return false;
    };
    async function look(step: number): Promise<void> {
      const [first, list] = await Promise.all([
        payloadOf<OfferData>(app, paths.product(visible[step]?.id ?? ''), 'product-info-product_id'),
        payloadOf<{ items: OfferData[] }>(app, '/product?sort=price-asc', 'product'),
      ]);
      for (const offer of [first, ...list.items])
        if (offer.price !== null && offer.price > 1)
          expect(offer).toMatchObject({
            formerPrice: expect.any(Number),
            price: Math.floor((offer.formerPrice ?? 0) / 2),
          });
    }
    const settled = await settleDue(services, countStep);
    await Promise.all(asked);
    expect(settled).toBeGreaterThan(products * 0.9);
    const ofOneStep = engine === 'sqlite' ? 120 : 100;
    expect(steps).toBe(Math.floor(settled / ofOneStep) + 1);
    expect(asked.length).toBeGreaterThan(5);
    expect(await nextSettling(db.read)).toBeNull();
    const { text } = await get(app, '/product/_payload.json?sort=price-desc');
    const prices: number[] = JSON.parse(text).data.product.items.map(({ price }: OfferData) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  },
);
