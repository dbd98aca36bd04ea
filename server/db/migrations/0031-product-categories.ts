import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * A row for each product and each category that lists it: its own, its further ones, and those above them, at most five
 * levels. A list of a branch is then a list like any other. What stands in it is made of `products`, `product_also_in`,
 * `categories` and `category_pins` by triggers, whoever writes those: nobody else writes this table.
 */
export const productCategories: Migration = {
  name: '0031-product-categories',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `create table product_categories (
        category_id ${key} not null,
        product_id ${key} not null references products(id) on update cascade on delete cascade,
        shown_from ${key}, cheap_key integer not null, dear_key integer not null, stock_key integer not null,
        pin integer not null, primary key (product_id, category_id))${engine === 'sqlite' ? ' without rowid' : ''}`,
      // The whole of a branch is found by it too, hidden ones included.
      `create index product_categories_newest on product_categories (category_id, shown_from desc, product_id desc)`,
      ...Object.entries(orders).map(
        ([
          name,
          columns,
        ]) => `create index product_categories_${name} on product_categories (category_id, ${columns})
          where shown_from is not null`,
      ),
      ...(engine === 'sqlite' ? sqliteTriggers() : postgresTriggers()),
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};

const orders = {
  recommended: 'pin desc, stock_key desc, shown_from desc, product_id desc',
  cheapest: 'cheap_key, product_id, shown_from',
  dearest: 'dear_key desc, product_id desc, shown_from',
};

interface Start {
  /** The category from which the way up begins, in SQL. */
  id: string;
  /** Columns before the one with the category, each with a comma behind it. */
  before?: string;
  /** Tables that have the start, and a condition for their rows. */
  from?: string;
  where?: string;
}

/** A category and those above it, as a query with the column `category_id`. Triggers of SQLite have no `with`. */
function wayUp({ id, before = '', from, where = 'true' }: Start): string {
  const tables = from === undefined ? '' : `${from}, `;
  const above = [1, 2, 3, 4].map((depth) => {
    const steps = Array.from({ length: depth - 1 }, (_, index) => index + 2);
    const joins = steps.map((step) => ` join categories as c${step} on c${step}.id = c${step - 1}.parent_id`);
    return `select ${before}c${depth}.parent_id from ${tables}categories as c1${joins.join('')}
      where c1.id = ${id} and c${depth}.parent_id is not null and ${where}`;
  });
  const itself = `select ${before}${id} as category_id${from === undefined ? '' : ` from ${from} where ${where}`}`;
  return [itself, ...above].join(' union ');
}

const columns = 'category_id, product_id, shown_from, cheap_key, dear_key, stock_key, pin';
const shownFrom = `case when products.status = 'published' then products.published_at end`;
const keys = 'products.cheap_key, products.dear_key, products.stock_key';

/** The first of the pinned products has the highest number; 0: it is not pinned. */
const pinOf = (category: string, product: string) =>
  `coalesce((select 1000 - position from category_pins where category_id = ${category} and product_id = ${product}), 0)`;

/** Rows for products in the places that a query gives; `products` is among its tables, or joined by its `product_id`. */
function insertPlaces(places: string, products: string): string {
  return `insert into product_categories (${columns})
    select places.category_id, products.id, ${shownFrom}, ${keys}, ${pinOf('places.category_id', 'products.id')}
    from (${places}) as places, products where ${products} and places.category_id is not null
    order by 1, 2 on conflict do nothing;`;
}

/**
 * Condition for a row that is written for itself: with another id of its product, by an operator's SQL, the places get
 * that id as the row does.
 */
const isOfProduct = (row: string) => `exists (select 1 from products where id = ${row}.product_id)`;

/** Condition for rows that no place of their product asks for. */
function isLeft(row: string): string {
  const own = wayUp({ id: `(select category from products where id = ${row}.product_id)` });
  const also = wayUp({
    id: 'also.category_id',
    from: 'product_also_in as also',
    where: `also.product_id = ${row}.product_id`,
  });
  return `${row}.category_id not in (${own} union ${also})`;
}

/** Columns are read from the row as it is: a trigger that ran before may have changed it once more. */
function sqliteTriggers(): string[] {
  const insert = (category: string, product: string) =>
    insertPlaces(wayUp({ id: category }), `products.id = ${product}`);
  const remove = (category: string, product: string) =>
    `delete from product_categories where product_id = ${product}
      and category_id in (${wayUp({ id: category })}) and ${isLeft('product_categories')};`;
  const pin = (
    row: string,
  ) => `update product_categories set pin = ${pinOf('product_categories.category_id', 'product_categories.product_id')}
    where category_id = ${row}.category_id and product_id = ${row}.product_id and ${isOfProduct(row)};`;
  const branch = (row: string) => `select product_id from product_categories where category_id = ${row}.id`;
  const leave = `delete from product_categories where category_id in (${wayUp({ id: 'old.parent_id' })})
    and product_id in (${branch('old')}) and ${isLeft('product_categories')};`;
  const join = insertPlaces(wayUp({ id: 'new.parent_id' }), `products.id in (${branch('new')})`);
  const differs = (...names: string[]) => names.map((name) => `old.${name} is not new.${name}`).join(' or ');
  const trigger = (name: string, event: string, body: string) =>
    `create trigger ${name} ${event} begin ${body} end`;
  return [
    trigger('products_places_insert', 'after insert on products', insert('new.category', 'new.id')),
    trigger(
      'products_places_update',
      `after update of category on products when ${differs('category')}`,
      remove('old.category', 'new.id') + insert('new.category', 'new.id'),
    ),
    trigger(
      'products_places_keys',
      `after update on products
        when ${differs('status', 'published_at', 'cheap_key', 'dear_key', 'stock_key')}`,
      `update product_categories set (shown_from, cheap_key, dear_key, stock_key) =
        (select ${shownFrom}, ${keys} from products where id = new.id) where product_id = new.id;`,
    ),
    trigger(
      'product_also_in_places_insert',
      'after insert on product_also_in',
      insert('new.category_id', 'new.product_id'),
    ),
    trigger(
      'product_also_in_places_delete',
      'after delete on product_also_in',
      remove('old.category_id', 'old.product_id'),
    ),
    trigger(
      'product_also_in_places_update',
      `after update of product_id, category_id on product_also_in
        when (${differs('product_id', 'category_id')}) and ${isOfProduct('old')}`,
      remove('old.category_id', 'old.product_id') + insert('new.category_id', 'new.product_id'),
    ),
    trigger('category_pins_places_insert', 'after insert on category_pins', pin('new')),
    trigger('category_pins_places_update', 'after update on category_pins', pin('old') + pin('new')),
    trigger('category_pins_places_delete', 'after delete on category_pins', pin('old')),
    trigger('categories_places_insert', 'after insert on categories when new.parent_id is not null', join),
    trigger(
      'categories_places_update',
      `after update of id, parent_id on categories when ${differs('id', 'parent_id')}`,
      `${leave} ${join}`,
    ),
    trigger('categories_places_delete', 'after delete on categories when old.parent_id is not null', leave),
  ];
}

/**
 * Once for each statement. Who changes the tree waits for everybody who places products, and they for it: otherwise
 * neither would see the other's rows. The number is that of this lock alone.
 */
function postgresTriggers(): string[] {
  const places = (from: string, category: string, product: string) =>
    wayUp({ before: `${product} as product_id, `, id: category, from });
  const insert = (query: string) => insertPlaces(query, 'products.id = places.product_id');
  const remove = (query: string) => `delete from product_categories using (${query}) as former
    where product_categories.product_id = former.product_id
      and product_categories.category_id = former.category_id and ${isLeft('product_categories')};`;
  const ofProducts = (rows: string) => places(`${rows} as one`, 'one.category', 'one.id');
  const moved = (rows: string, others: string) =>
    ofProducts(
      `(select * from (select id, category from ${rows} except select id, category from ${others}) as moved)`,
    );
  const ofAlso = (rows: string) => places(`${rows} as one`, 'one.category_id', 'one.product_id');
  const pin = (rows: string) => `update product_categories
    set pin = ${pinOf('product_categories.category_id', 'product_categories.product_id')}
    from ${rows} as one where product_categories.category_id = one.category_id
      and product_categories.product_id = one.product_id and ${isOfProduct('one')};`;
  const branches = (rows: string, others: string | null) =>
    places(
      `(select listed.product_id, one.parent_id from ${
        others === null
          ? rows
          : `(select id, parent_id from ${rows} except select id, parent_id from ${others})`
      } as one join product_categories as listed on listed.category_id = one.id
        where one.parent_id is not null) as branch`,
      'branch.parent_id',
      'branch.product_id',
    );
  return [
    ...locking('products', 'insert or update of category', 'pg_advisory_xact_lock_shared'),
    ...locking('product_also_in', 'insert or update or delete', 'pg_advisory_xact_lock_shared'),
    ...locking('category_pins', 'insert or update or delete', 'pg_advisory_xact_lock_shared'),
    ...locking('categories', 'insert or update of id, parent_id or delete', 'pg_advisory_xact_lock'),
    ...statementTriggers('products', {
      insert: insert(ofProducts('new_rows')),
      update: `${remove(moved('old_rows', 'new_rows'))} ${insert(moved('new_rows', 'old_rows'))} ${updateKeys}`,
    }),
    ...statementTriggers('product_also_in', {
      insert: insert(ofAlso('new_rows')),
      update: `if not exists (select 1 from old_rows where not ${isOfProduct('old_rows')}) then
    ${remove(ofAlso('old_rows'))} ${insert(ofAlso('new_rows'))}
  end if;`,
      delete: remove(ofAlso('old_rows')),
    }),
    ...statementTriggers('category_pins', {
      insert: pin('new_rows'),
      update: `${pin('old_rows')} ${pin('new_rows')}`,
      delete: pin('old_rows'),
    }),
    ...statementTriggers('categories', {
      insert: insert(branches('new_rows', null)),
      update: `${remove(branches('old_rows', 'new_rows'))} ${insert(branches('new_rows', 'old_rows'))}`,
      delete: remove(branches('old_rows', null)),
    }),
  ];
}

const updateKeys = `update product_categories
    set (shown_from, cheap_key, dear_key, stock_key) = (${shownFrom}, ${keys})
    from new_rows as products join old_rows using (id)
    where product_categories.product_id = id
      and (products.status, products.published_at, ${keys}) is distinct from
        (old_rows.status, old_rows.published_at, old_rows.cheap_key, old_rows.dear_key, old_rows.stock_key);`;

const transitions = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
};

function statementTriggers(
  table: string,
  bodies: Partial<Record<keyof typeof transitions, string>>,
): string[] {
  return Object.entries(bodies).flatMap(([event, body]) =>
    functionAndTrigger(`${table}_places_${event}`, {
      // Its keys are those of `transitions`.
      event: `after ${event} on ${table} referencing ${transitions[event as keyof typeof transitions]} for each statement`,
      body,
    }),
  );
}

function locking(table: string, events: string, lock: string): string[] {
  return functionAndTrigger(`${table}_places_lock`, {
    event: `before ${events} on ${table} for each statement`,
    body: `perform ${lock}(7261904316);`,
  });
}

function functionAndTrigger(name: string, { event, body }: { event: string; body: string }): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$
begin
  ${body}
  return null;
end $$`,
    `create trigger ${name} ${event} execute function ${name}()`,
  ];
}
