import type { Transaction } from 'kysely';
import { isoAt } from '#server/base/clock.ts';
import type { Schema } from '#server/db/schema.ts';
import { readChangesSince, type ChangeMark } from '#server/freshness/changes/changes-since.ts';
import { announcedTag, entryOfTag, tags } from '#server/freshness/tags.ts';
import { countProducts, type CountedProducts } from './columns/count-products.ts';
import { pageOfProducts } from './columns/page-of-products.ts';
import { ProductColumns } from './columns/product-columns.ts';
import type { FacetProduct } from './facet-product.ts';
import { availabilityFacet, type FacetAnswer, type FacetQuestion } from './facet-question.ts';
import type { FacetSource } from './open-facet-source.ts';
import { readProductsAfter, readProductsById } from './read-products.ts';

/** Products in memory as of a moment of the database. */
interface Copy {
  names: ReadonlySet<string>;
  columns: ProductColumns;
  /** Products with a date in the future. */
  coming: Map<string, FacetProduct>;
  /** Products of the latest questions, by their choices: other pages and orders have the same. */
  counted: Map<string, CountedProducts>;
  mark: ChangeMark;
  /** Time up to which products are shown. */
  nowMs: number;
}

/** Rows of one reading: between two of them a server that has no thread answers others. */
const batch = 500;
/** Changed products that are read again; after more, reading all is as fast. */
const maxChanged = 5_000;
/** Lists of which the counts are kept: some 200 kB for each of a million products. */
const maxCounted = 4;
/** Clocks are set back by more; requests overtake each other by less. */
const noticedMs = 1_000;

/**
 * Answers questions from a copy of all products in memory, which it brings up to date before each answer, in one
 * transaction: so an answer is that of one moment. One question at a time.
 */
export class FacetIndex {
  readonly #db: FacetSource;
  #copy: Copy | null = null;

  constructor(db: FacetSource) {
    this.#db = db;
  }

  async answer(question: FacetQuestion): Promise<FacetAnswer> {
    const copy = await this.#inSnapshot((trx) => this.#freshen(trx, question));
    showDue(copy);
    this.#copy = copy;
    const counted = countOnce(copy, question);
    const { total, counts } = counted;
    return { ids: pageOfProducts(copy.columns, counted, question), total, counts };
  }

  async #freshen(trx: Transaction<Schema>, question: FacetQuestion): Promise<Copy> {
    const copy = this.#copy;
    const { mark, changed } = await readChangesSince(trx, this.#db.engine, copy?.mark ?? null);
    // A copy that was changed half would be wrong, and one that is replaced would be held beside the new one.
    this.#copy = null;
    if (copy === null || changed === 'everything' || !isFitting(copy, question))
      return readAll(trx, question, mark);
    // A branch that was moved takes its products along, which says nothing of each.
    if (changed.includes(tags.categories) && changed.some(tags.productsOfCategory.isTag))
      return readAll(trx, question, mark);
    copy.nowMs = Math.max(copy.nowMs, question.nowMs);
    const ids = changed.flatMap((tag) => {
      const entry = entryOfTag(announcedTag(tag));
      return entry?.kind === 'products' ? entry.id : [];
    });
    if (ids.length > maxChanged) return readAll(trx, question, mark);
    for (let i = 0; i < ids.length; i += batch) await readAgain(trx, copy, ids.slice(i, i + batch));
    return { ...copy, mark };
  }

  #inSnapshot<Value>(work: (trx: Transaction<Schema>) => Promise<Value>): Promise<Value> {
    const transaction = this.#db.read.transaction();
    // SQLite knows only one, which is this.
    return (
      this.#db.engine === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction
    ).execute(work);
  }
}

function isFitting({ names, nowMs, columns }: Copy, question: FacetQuestion): boolean {
  const isSetBack = question.nowMs < nowMs - noticedMs;
  return !isSetBack && !columns.isLoose && question.names.every((name) => names.has(name));
}

async function readAll(
  trx: Transaction<Schema>,
  { names, nowMs }: FacetQuestion,
  mark: ChangeMark,
): Promise<Copy> {
  const kept = new Set([availabilityFacet, ...names]);
  const reading = { names: kept, now: isoAt(nowMs) };
  const columns = new ProductColumns([...kept]);
  const coming = new Map<string, FacetProduct>();
  for (let id = ''; ;) {
    const read = await readProductsAfter(trx, reading, { id, count: batch });
    if (read === null) break;
    for (const product of read.products) {
      if (product.publishedMs <= nowMs) columns.append(product);
      else coming.set(product.id, product);
    }
    id = read.lastId;
  }
  return { names: kept, columns, coming, counted: new Map(), mark, nowMs };
}

async function readAgain(trx: Transaction<Schema>, copy: Copy, ids: readonly string[]): Promise<void> {
  const reading = { names: copy.names, now: isoAt(copy.nowMs) };
  const products = new Map<string, FacetProduct>();
  for (const product of await readProductsById(trx, reading, ids)) products.set(product.id, product);
  const changes = new Map<string, FacetProduct | null>();
  for (const id of ids) {
    const product = products.get(id) ?? null;
    const isComing = product !== null && product.publishedMs > copy.nowMs;
    if (isComing) copy.coming.set(id, product);
    else copy.coming.delete(id);
    changes.set(id, isComing ? null : product);
  }
  changeProducts(copy, changes);
}

function showDue(copy: Copy): void {
  const due = [...copy.coming].filter(([, product]) => product.publishedMs <= copy.nowMs);
  if (due.length === 0) return;
  for (const [id] of due) copy.coming.delete(id);
  changeProducts(copy, new Map(due));
}

function changeProducts({ columns, counted }: Copy, changes: ReadonlyMap<string, FacetProduct | null>): void {
  columns.change(changes);
  counted.clear();
}

function countOnce({ columns, counted }: Copy, question: FacetQuestion): CountedProducts {
  const { categories, choices, minPrice, maxPrice, counted: facets } = question;
  const key = JSON.stringify([categories, choices, minPrice, maxPrice, facets]);
  const products = counted.get(key) ?? countProducts(columns, question);
  // The one that was asked for last is last.
  counted.delete(key);
  counted.set(key, products);
  const [oldest = key] = counted.keys();
  if (counted.size > maxCounted) counted.delete(oldest);
  return products;
}
