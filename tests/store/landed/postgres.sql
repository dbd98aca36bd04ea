create table if not exists schema_migrations (name text primary key, applied_at text not null);

-- 0001-content
create table authors (
      id text collate "C" primary key, name text not null, avatar text collate "C", links text not null,
      bio_source text not null, bio_html text not null, bio_text text not null);
create table articles (
      id text collate "C" primary key, title text not null, summary text not null,
      author_id text collate "C" not null references authors(id),
      cover text collate "C", cover_alt text not null, tags text not null,
      body_source text not null, body_html text not null, headings text not null, reading_minutes integer not null,
      published_at text collate "C", updated_at text collate "C",
      status text not null check (status in ('draft', 'published', 'archived')));
create table products (
      id text collate "C" primary key, name text not null, summary text not null, category text collate "C" not null,
      price_twd integer check (price_twd >= 0),
      availability text not null check (availability in ('in_stock', 'sold_out', 'preorder', 'discontinued')),
      picture text collate "C", picture_alt text not null, images text not null, specs text not null, purchase_url text,
      description_source text not null, description_html text not null,
      published_at text collate "C", updated_at text collate "C",
      status text not null check (status in ('draft', 'published', 'archived')));
create table article_products (
      article_id text collate "C" not null references articles(id) on delete cascade,
      product_id text collate "C" not null references products(id) on delete cascade,
      position integer not null, primary key (article_id, product_id));
create table media (
      path text collate "C" primary key, file text not null, content_type text not null,
      bytes integer not null, width integer, height integer);
create table site (id integer primary key check (id = 1), settings text not null);
create index articles_newest on articles (published_at desc, id desc) where status = 'published';
create index articles_by_author on articles (author_id, published_at desc, id desc) where status = 'published';
create index articles_of_author on articles (author_id);
create index products_newest on products (published_at desc, id desc) where status = 'published';
create index products_cheapest on products ((price_twd is null), price_twd, id, published_at) where status = 'published';
create index products_dearest on products ((price_twd is null), price_twd desc, id desc, published_at) where status = 'published';
create index products_newest_in_category on products (category, published_at desc, id desc) where status = 'published';
create index products_cheapest_in_category on products (category, (price_twd is null), price_twd, id, published_at) where status = 'published';
create index products_dearest_in_category on products (category, (price_twd is null), price_twd desc, id desc, published_at) where status = 'published';
create index article_products_by_product on article_products (product_id, article_id);
create or replace function authors_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('qingye_changes', '*');
  elsif tg_op = 'INSERT' then
    perform pg_notify('qingye_changes', 'author:' || new.id);
  elsif tg_op = 'DELETE' then
    perform pg_notify('qingye_changes', 'author:' || old.id);
  else
    perform pg_notify('qingye_changes', 'author:' || old.id);
    perform pg_notify('qingye_changes', 'author:' || new.id);
  end if;
  return null;
end $$;
create or replace function articles_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('qingye_changes', '*');
  elsif tg_op = 'INSERT' then
    perform pg_notify('qingye_changes', 'article:' || new.id);
    perform pg_notify('qingye_changes', 'articles');
    perform pg_notify('qingye_changes', 'author-articles:' || new.author_id);
    perform pg_notify('qingye_changes', tag) from (select 'product-articles:' || product_id from article_products where article_id = new.id) as related (tag);
  elsif tg_op = 'DELETE' then
    perform pg_notify('qingye_changes', 'article:' || old.id);
    perform pg_notify('qingye_changes', 'articles');
    perform pg_notify('qingye_changes', 'author-articles:' || old.author_id);
    perform pg_notify('qingye_changes', tag) from (select 'product-articles:' || product_id from article_products where article_id = old.id) as related (tag);
  else
    perform pg_notify('qingye_changes', 'article:' || old.id);
    perform pg_notify('qingye_changes', 'articles');
    perform pg_notify('qingye_changes', 'author-articles:' || old.author_id);
    perform pg_notify('qingye_changes', tag) from (select 'product-articles:' || product_id from article_products where article_id = old.id) as related (tag);
    perform pg_notify('qingye_changes', 'article:' || new.id);
    perform pg_notify('qingye_changes', 'articles');
    perform pg_notify('qingye_changes', 'author-articles:' || new.author_id);
    perform pg_notify('qingye_changes', tag) from (select 'product-articles:' || product_id from article_products where article_id = new.id) as related (tag);
  end if;
  return null;
end $$;
create or replace function article_products_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('qingye_changes', '*');
  elsif tg_op = 'INSERT' then
    perform pg_notify('qingye_changes', 'article:' || new.article_id);
    perform pg_notify('qingye_changes', 'product-articles:' || new.product_id);
  elsif tg_op = 'DELETE' then
    perform pg_notify('qingye_changes', 'article:' || old.article_id);
    perform pg_notify('qingye_changes', 'product-articles:' || old.product_id);
  else
    perform pg_notify('qingye_changes', 'article:' || old.article_id);
    perform pg_notify('qingye_changes', 'product-articles:' || old.product_id);
    perform pg_notify('qingye_changes', 'article:' || new.article_id);
    perform pg_notify('qingye_changes', 'product-articles:' || new.product_id);
  end if;
  return null;
end $$;
create or replace function products_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('qingye_changes', '*');
  elsif tg_op = 'INSERT' then
    perform pg_notify('qingye_changes', 'product:' || new.id);
    perform pg_notify('qingye_changes', 'products');
  elsif tg_op = 'DELETE' then
    perform pg_notify('qingye_changes', 'product:' || old.id);
    perform pg_notify('qingye_changes', 'products');
  else
    perform pg_notify('qingye_changes', 'product:' || old.id);
    perform pg_notify('qingye_changes', 'products');
    perform pg_notify('qingye_changes', 'product:' || new.id);
    perform pg_notify('qingye_changes', 'products');
  end if;
  return null;
end $$;
create or replace function media_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('qingye_changes', '*');
  elsif tg_op = 'INSERT' then
    perform pg_notify('qingye_changes', 'media:' || new.path);
  elsif tg_op = 'DELETE' then
    perform pg_notify('qingye_changes', 'media:' || old.path);
  else
    perform pg_notify('qingye_changes', 'media:' || old.path);
    perform pg_notify('qingye_changes', 'media:' || new.path);
  end if;
  return null;
end $$;
create or replace function site_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('qingye_changes', '*');
  elsif tg_op = 'INSERT' then
    perform pg_notify('qingye_changes', 'site');
  elsif tg_op = 'DELETE' then
    perform pg_notify('qingye_changes', 'site');
  else
    perform pg_notify('qingye_changes', 'site');
    perform pg_notify('qingye_changes', 'site');
  end if;
  return null;
end $$;
create trigger authors_announce after insert or update or delete on authors
      for each row execute function authors_announce();
create trigger authors_announce_truncate after truncate on authors
      for each statement execute function authors_announce();
create trigger articles_announce after insert or update or delete on articles
      for each row execute function articles_announce();
create trigger articles_announce_truncate after truncate on articles
      for each statement execute function articles_announce();
create trigger article_products_announce after insert or update or delete on article_products
      for each row execute function article_products_announce();
create trigger article_products_announce_truncate after truncate on article_products
      for each statement execute function article_products_announce();
create trigger products_announce after insert or update or delete on products
      for each row execute function products_announce();
create trigger products_announce_truncate after truncate on products
      for each statement execute function products_announce();
create trigger media_announce after insert or update or delete on media
      for each row execute function media_announce();
create trigger media_announce_truncate after truncate on media
      for each statement execute function media_announce();
create trigger site_announce after insert or update or delete on site
      for each row execute function site_announce();
create trigger site_announce_truncate after truncate on site
      for each statement execute function site_announce();
insert into schema_migrations (name, applied_at) values ('0001-content', '2026-11-22T00:00:00.000Z');

-- 0002-builds
create table builds (id text primary key, built_at text not null, seen_at text not null);
create table build_assets (
      name text primary key, content bytea not null, bytes integer not null, seen_at text not null);
create index build_assets_by_age on build_assets (seen_at);
insert into schema_migrations (name, applied_at) values ('0002-builds', '2026-11-22T00:00:00.000Z');

-- 0003-accounts
create table accounts (
        id text collate "C" primary key, email text collate "C" not null unique, name text not null,
        role text not null check (role in ('reader', 'editor', 'admin')),
        password_hash text, disabled_at text, created_at text not null);
create table identities (
        issuer text collate "C" not null, subject text collate "C" not null, account_id text collate "C" not null references accounts(id) on delete cascade, linked_at text not null,
        primary key (issuer, subject));
create index identities_of_account on identities (account_id);
create table sessions (
        id_hash text collate "C" primary key, account_id text collate "C" not null references accounts(id) on delete cascade, way text not null check (way in ('password', 'google')),
        is_remembered integer not null, user_agent text not null,
        created_at text not null, seen_at text not null, idle_at text not null, ends_at text not null);
create index sessions_of_account on sessions (account_id);
create table known_devices (
        id_hash text collate "C" not null, account_id text collate "C" not null references accounts(id) on delete cascade, seen_at text not null, primary key (id_hash, account_id));
create index known_devices_of_account on known_devices (account_id);
create table saved_items (
        account_id text collate "C" not null references accounts(id) on delete cascade, item text collate "C" not null, saved_at text not null, primary key (account_id, item));
create table attempts (key text collate "C" primary key, count integer not null, ends_at text not null);
create index attempts_by_end on attempts (ends_at);
create table account_events (
        seq bigint generated always as identity primary key, at text not null, event text not null, account_id text collate "C", address text, detail text);
create index account_events_by_time on account_events (at);
insert into schema_migrations (name, applied_at) values ('0003-accounts', '2026-11-22T00:00:00.000Z');

-- 0004-pictures
alter table media add column served text not null default '';
alter table media add column blur text;
alter table media add column finished_of text;
update media set served = file;
create index media_by_file on media (file);
create table media_jobs (
      file text primary key, run_at text not null, tries integer not null default 0);
create index media_jobs_by_time on media_jobs (run_at);
insert into media_jobs (file, run_at) select distinct file, '' from media;
create function media_work() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then insert into media_jobs (file, run_at) values (old.file, to_char(now() at time zone 'utc' + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     on conflict (file) do update set run_at = excluded.run_at, tries = 0; return null; end if;
  if tg_op = 'INSERT' then insert into media_jobs (file, run_at) values (new.file, '')
     on conflict (file) do update set run_at = excluded.run_at, tries = 0; return null; end if;
  if old.file <> new.file then insert into media_jobs (file, run_at) values (old.file, to_char(now() at time zone 'utc' + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     on conflict (file) do update set run_at = excluded.run_at, tries = 0; end if;
  if old.served <> new.served then insert into media_jobs (file, run_at) values (new.file, '')
     on conflict (file) do update set run_at = excluded.run_at, tries = 0; end if;
  return null;
end $$;
create trigger media_work after insert or update or delete on media for each row execute function media_work();
insert into schema_migrations (name, applied_at) values ('0004-pictures', '2026-11-22T00:00:00.000Z');

-- 0005-lists
alter table products add column cheap_key integer generated always as (coalesce(price_twd, 2147483647)) stored;
alter table products add column dear_key integer generated always as (coalesce(price_twd, -1)) stored;
drop index products_cheapest;
create index products_cheapest on products (cheap_key, id, published_at) where status = 'published';
drop index products_dearest;
create index products_dearest on products (dear_key desc, id desc, published_at) where status = 'published';
drop index products_cheapest_in_category;
create index products_cheapest_in_category on products (category, cheap_key, id, published_at) where status = 'published';
drop index products_dearest_in_category;
create index products_dearest_in_category on products (category, dear_key desc, id desc, published_at) where status = 'published';
alter table article_products add column shown_from text collate "C";
update article_products set shown_from = (select case when status = 'published' then published_at end from articles where id = article_id);
drop index article_products_by_product;
create index article_products_by_product on article_products (product_id, shown_from desc, article_id desc);
create function article_products_time() returns trigger language plpgsql as $$
begin new.shown_from := (select case when status = 'published' then published_at end from articles where id = new.article_id); return new; end $$;
create trigger article_products_time before insert on article_products
       for each row execute function article_products_time();
create function articles_time() returns trigger language plpgsql as $$
begin update article_products set shown_from = case when new.status = 'published' then new.published_at end where article_id = new.id; return null; end $$;
create trigger articles_time after update of status, published_at on articles for each row
       when (old.status <> new.status or old.published_at is distinct from new.published_at)
       execute function articles_time();
create table list_counts (list text collate "C" primary key, count integer not null);
insert into list_counts (list, count) select 'products', count(*) from products where status = 'published' and published_at is not null group by 1;
insert into list_counts (list, count) select 'products of ' || category, count(*) from products where status = 'published' and published_at is not null group by 1;
insert into list_counts (list, count) select 'articles', count(*) from articles where status = 'published' and published_at is not null group by 1;
insert into list_counts (list, count) select 'articles by ' || author_id, count(*) from articles where status = 'published' and published_at is not null group by 1;
create function products_count_insert() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, count)
    select list, sum(step) from (select 'products' as list, 1 as step from new_rows where status = 'published' and published_at is not null union all select 'products of ' || category as list, 1 as step from new_rows where status = 'published' and published_at is not null) as steps group by list having sum(step) <> 0 order by list
    on conflict (list) do update set count = list_counts.count + excluded.count;
  return null;
end $$;
create trigger products_count_insert after insert on products referencing new table as new_rows
      for each statement execute function products_count_insert();
create function products_count_delete() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, count)
    select list, sum(step) from (select 'products' as list, -1 as step from old_rows where status = 'published' and published_at is not null union all select 'products of ' || category as list, -1 as step from old_rows where status = 'published' and published_at is not null) as steps group by list having sum(step) <> 0 order by list
    on conflict (list) do update set count = list_counts.count + excluded.count;
  return null;
end $$;
create trigger products_count_delete after delete on products referencing old table as old_rows
      for each statement execute function products_count_delete();
create function products_count_update() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, count)
    select list, sum(step) from (select 'products' as list, -1 as step from old_rows where status = 'published' and published_at is not null union all select 'products of ' || category as list, -1 as step from old_rows where status = 'published' and published_at is not null union all select 'products' as list, 1 as step from new_rows where status = 'published' and published_at is not null union all select 'products of ' || category as list, 1 as step from new_rows where status = 'published' and published_at is not null) as steps group by list having sum(step) <> 0 order by list
    on conflict (list) do update set count = list_counts.count + excluded.count;
  return null;
end $$;
create trigger products_count_update after update on products referencing old table as old_rows new table as new_rows
      for each statement execute function products_count_update();
create function products_count_truncate() returns trigger language plpgsql as $$
begin delete from list_counts where list = 'products' or list like 'products %'; return null; end $$;
create trigger products_count_truncate after truncate on products
      for each statement execute function products_count_truncate();
create function articles_count_insert() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, count)
    select list, sum(step) from (select 'articles' as list, 1 as step from new_rows where status = 'published' and published_at is not null union all select 'articles by ' || author_id as list, 1 as step from new_rows where status = 'published' and published_at is not null) as steps group by list having sum(step) <> 0 order by list
    on conflict (list) do update set count = list_counts.count + excluded.count;
  return null;
end $$;
create trigger articles_count_insert after insert on articles referencing new table as new_rows
      for each statement execute function articles_count_insert();
create function articles_count_delete() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, count)
    select list, sum(step) from (select 'articles' as list, -1 as step from old_rows where status = 'published' and published_at is not null union all select 'articles by ' || author_id as list, -1 as step from old_rows where status = 'published' and published_at is not null) as steps group by list having sum(step) <> 0 order by list
    on conflict (list) do update set count = list_counts.count + excluded.count;
  return null;
end $$;
create trigger articles_count_delete after delete on articles referencing old table as old_rows
      for each statement execute function articles_count_delete();
create function articles_count_update() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, count)
    select list, sum(step) from (select 'articles' as list, -1 as step from old_rows where status = 'published' and published_at is not null union all select 'articles by ' || author_id as list, -1 as step from old_rows where status = 'published' and published_at is not null union all select 'articles' as list, 1 as step from new_rows where status = 'published' and published_at is not null union all select 'articles by ' || author_id as list, 1 as step from new_rows where status = 'published' and published_at is not null) as steps group by list having sum(step) <> 0 order by list
    on conflict (list) do update set count = list_counts.count + excluded.count;
  return null;
end $$;
create trigger articles_count_update after update on articles referencing old table as old_rows new table as new_rows
      for each statement execute function articles_count_update();
create function articles_count_truncate() returns trigger language plpgsql as $$
begin delete from list_counts where list = 'articles' or list like 'articles %'; return null; end $$;
create trigger articles_count_truncate after truncate on articles
      for each statement execute function articles_count_truncate();
insert into schema_migrations (name, applied_at) values ('0005-lists', '2026-11-22T00:00:00.000Z');

-- 0006-changes
create or replace function articles_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('qingye_changes', '*');
  elsif tg_op = 'INSERT' then
    perform pg_notify('qingye_changes', 'article:' || new.id);
    perform pg_notify('qingye_changes', 'articles');
    perform pg_notify('qingye_changes', 'author-articles:' || new.author_id);
    perform pg_notify('qingye_changes', tag) from (select 'product-articles:' || product_id from article_products where article_id = new.id) as related (tag);
  elsif tg_op = 'DELETE' then
    perform pg_notify('qingye_changes', 'article:' || old.id);
    perform pg_notify('qingye_changes', 'articles');
    perform pg_notify('qingye_changes', 'author-articles:' || old.author_id);
    perform pg_notify('qingye_changes', tag) from (select 'product-articles:' || product_id from article_products where article_id = old.id) as related (tag);
  else
    perform pg_notify('qingye_changes', 'article:' || old.id);
    perform pg_notify('qingye_changes', 'article:' || new.id);
    if row(old.id, old.status, old.published_at, old.author_id) is distinct from row(new.id, new.status, new.published_at, new.author_id) then
    perform pg_notify('qingye_changes', 'articles');
    perform pg_notify('qingye_changes', 'author-articles:' || old.author_id);
    perform pg_notify('qingye_changes', tag) from (select 'product-articles:' || product_id from article_products where article_id = old.id) as related (tag);
    perform pg_notify('qingye_changes', 'articles');
    perform pg_notify('qingye_changes', 'author-articles:' || new.author_id);
    perform pg_notify('qingye_changes', tag) from (select 'product-articles:' || product_id from article_products where article_id = new.id) as related (tag);
    end if;
  end if;
  return null;
end $$;
create or replace function products_announce() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then perform pg_notify('qingye_changes', '*');
  elsif tg_op = 'INSERT' then
    perform pg_notify('qingye_changes', 'product:' || new.id);
    perform pg_notify('qingye_changes', 'products');
    perform pg_notify('qingye_changes', 'products of ' || new.category);
    perform pg_notify('qingye_changes', 'product-prices');
  elsif tg_op = 'DELETE' then
    perform pg_notify('qingye_changes', 'product:' || old.id);
    perform pg_notify('qingye_changes', 'products');
    perform pg_notify('qingye_changes', 'products of ' || old.category);
    perform pg_notify('qingye_changes', 'product-prices');
  else
    perform pg_notify('qingye_changes', 'product:' || old.id);
    perform pg_notify('qingye_changes', 'product:' || new.id);
    if row(old.id, old.status, old.published_at, old.category) is distinct from row(new.id, new.status, new.published_at, new.category) then
    perform pg_notify('qingye_changes', 'products');
    perform pg_notify('qingye_changes', 'products of ' || old.category);
    perform pg_notify('qingye_changes', 'products');
    perform pg_notify('qingye_changes', 'products of ' || new.category);
    end if;
    if row(old.price_twd) is distinct from row(new.price_twd) then
    perform pg_notify('qingye_changes', 'product-prices');
    perform pg_notify('qingye_changes', 'product-prices');
    end if;
  end if;
  return null;
end $$;
insert into schema_migrations (name, applied_at) values ('0006-changes', '2026-11-22T00:00:00.000Z');
