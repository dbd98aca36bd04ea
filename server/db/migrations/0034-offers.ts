import { sql } from 'kysely';
import type { Engine, Migration } from '../migration.ts';

/**
 * Prices with dates, availability and variants. What editors give stands in new columns; `price_twd` and `availability`,
 * by which lists are ordered and which builds before read, become what is true at present.
 */
export const offers: Migration = {
  name: '0034-offers',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const columns = [
      'list_price integer',
      'sale_price integer',
      ...['sale_price_from', 'sale_price_until', 'supply', 'available_from'].map((name) => `${name} ${key}`),
      `options text not null default '[]'`,
      `variants text not null default '[]'`,
      `brand ${key} not null default ''`,
      ...['gtin', 'mpn', 'now_availability', 'next_change_at'].map((name) => `${name} ${key}`),
    ];
    const statements = [
      ...columns.map((column) => `alter table products add column ${column}`),
      ...triggers(engine),
      // The process that keeps them, and the end of its lease.
      `create table offer_state (id integer primary key check (id = 1), holder ${key}, held_until ${key})`,
      'insert into offer_state (id) values (1)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};

const given = [
  'list_price',
  'sale_price',
  'sale_price_from',
  'sale_price_until',
  'supply',
  'available_from',
  'variants',
];
const kept = ['price_twd', 'availability', 'now_availability'];

/** Whether nothing changes with time and the kept columns are those that were given. */
const isPlain = `new.sale_price is null and new.available_from is null and new.variants = '[]'
  and new.price_twd is not distinct from new.list_price and new.now_availability is not distinct from new.supply
  and new.availability = case new.supply
    when 'backorder' then 'preorder' when 'coming_soon' then 'sold_out' else new.supply end
  and new.next_change_at is null`;

/** A writer that keeps the columns moves `next_change_at`, or leaves a plain row. Everybody else is caught. */
const isForeign = `old.next_change_at is not distinct from new.next_change_at
  and (${[...given, ...kept].map((name) => `old.${name} is distinct from new.${name}`).join(' or ')})
  and not (${isPlain})`;

/** Price and availability of a build before, or of an operator who knows the former columns, are given ones. */
const followed = [
  ['list_price', 'price_twd'],
  ['supply', 'availability'],
].map(
  ([column, former]) => `case when old.${column} is not distinct from new.${column}
    and old.${former} is distinct from new.${former} then new.${former} else new.${column} end`,
);

const isOfBuildBefore = `new.supply is null and new.sale_price is null and new.available_from is null
  and new.variants = '[]'`;
const isUnkept = 'new.supply is null or new.now_availability is null';

/** Its past says that the kept columns are to be made anew. */
function triggers(engine: Engine): string[] {
  const first = `next_change_at = case when ${isOfBuildBefore} then null else '' end`;
  const inserted = [
    'list_price = coalesce(new.list_price, new.price_twd)',
    'supply = coalesce(new.supply, new.availability)',
    'now_availability = coalesce(new.now_availability, new.availability)',
  ];
  const updated = [`list_price = ${followed[0]}`, `supply = ${followed[1]}`, `next_change_at = ''`];
  if (engine === 'sqlite')
    return [
      `create trigger products_offer_insert after insert on products when ${isUnkept} begin
        update products set ${[...inserted, first].join(', ')} where id = new.id; end`,
      `create trigger products_offer_update after update on products when ${isForeign} begin
        update products set ${updated.join(', ')} where id = new.id; end`,
    ];
  // `first` reads the others before they are set.
  const assign = (assignments: readonly string[]) =>
    assignments.map((text) => `new.${text.replace(' = ', ' := ')};`).join(' ');
  return [
    `create function products_offer_insert() returns trigger language plpgsql as $$
begin ${assign([first, ...inserted])} return new; end $$`,
    `create trigger products_offer_insert before insert on products for each row when (${isUnkept})
      execute function products_offer_insert()`,
    `create function products_offer_update() returns trigger language plpgsql as $$
begin ${assign(updated)} return new; end $$`,
    `create trigger products_offer_update before update on products for each row when (${isForeign})
      execute function products_offer_update()`,
  ];
}
