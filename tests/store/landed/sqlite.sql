create table if not exists schema_migrations (name text primary key, applied_at text not null);

-- 0001-content
create table authors (
      id text primary key, name text not null, avatar text, links text not null,
      bio_source text not null, bio_html text not null, bio_text text not null);
create table articles (
      id text primary key, title text not null, summary text not null,
      author_id text not null references authors(id),
      cover text, cover_alt text not null, tags text not null,
      body_source text not null, body_html text not null, headings text not null, reading_minutes integer not null,
      published_at text, updated_at text,
      status text not null check (status in ('draft', 'published', 'archived')));
create table products (
      id text primary key, name text not null, summary text not null, category text not null,
      price_twd integer check (price_twd >= 0),
      availability text not null check (availability in ('in_stock', 'sold_out', 'preorder', 'discontinued')),
      picture text, picture_alt text not null, images text not null, specs text not null, purchase_url text,
      description_source text not null, description_html text not null,
      published_at text, updated_at text,
      status text not null check (status in ('draft', 'published', 'archived')));
create table article_products (
      article_id text not null references articles(id) on delete cascade,
      product_id text not null references products(id) on delete cascade,
      position integer not null, primary key (article_id, product_id));
create table media (
      path text primary key, file text not null, content_type text not null,
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
create table changes (tag text primary key, seq integer not null) without rowid;
create index changes_by_seq on changes (seq);
create trigger authors_announce_insert after insert on authors for each row begin insert into changes (tag, seq) values ('author:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger authors_announce_update after update on authors for each row begin insert into changes (tag, seq) values ('author:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('author:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger authors_announce_delete after delete on authors for each row begin insert into changes (tag, seq) values ('author:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger articles_announce_insert after insert on articles for each row begin insert into changes (tag, seq) values ('article:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('articles', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('author-articles:' || new.author_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) select *, (select coalesce(max(seq), 0) + 1 from changes) from (select 'product-articles:' || product_id from article_products where article_id = new.id) where true on conflict (tag) do update set seq = excluded.seq; end;
create trigger articles_announce_update after update on articles for each row begin insert into changes (tag, seq) values ('article:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('articles', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('author-articles:' || old.author_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) select *, (select coalesce(max(seq), 0) + 1 from changes) from (select 'product-articles:' || product_id from article_products where article_id = old.id) where true on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('article:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('articles', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('author-articles:' || new.author_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) select *, (select coalesce(max(seq), 0) + 1 from changes) from (select 'product-articles:' || product_id from article_products where article_id = new.id) where true on conflict (tag) do update set seq = excluded.seq; end;
create trigger articles_announce_delete after delete on articles for each row begin insert into changes (tag, seq) values ('article:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('articles', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('author-articles:' || old.author_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) select *, (select coalesce(max(seq), 0) + 1 from changes) from (select 'product-articles:' || product_id from article_products where article_id = old.id) where true on conflict (tag) do update set seq = excluded.seq; end;
create trigger article_products_announce_insert after insert on article_products for each row begin insert into changes (tag, seq) values ('article:' || new.article_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('product-articles:' || new.product_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger article_products_announce_update after update on article_products for each row begin insert into changes (tag, seq) values ('article:' || old.article_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('product-articles:' || old.product_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('article:' || new.article_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('product-articles:' || new.product_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger article_products_announce_delete after delete on article_products for each row begin insert into changes (tag, seq) values ('article:' || old.article_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('product-articles:' || old.product_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger products_announce_insert after insert on products for each row begin insert into changes (tag, seq) values ('product:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger products_announce_update after update on products for each row begin insert into changes (tag, seq) values ('product:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('product:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger products_announce_delete after delete on products for each row begin insert into changes (tag, seq) values ('product:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger media_announce_insert after insert on media for each row begin insert into changes (tag, seq) values ('media:' || new.path, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger media_announce_update after update on media for each row begin insert into changes (tag, seq) values ('media:' || old.path, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('media:' || new.path, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger media_announce_delete after delete on media for each row begin insert into changes (tag, seq) values ('media:' || old.path, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger site_announce_insert after insert on site for each row begin insert into changes (tag, seq) values ('site', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger site_announce_update after update on site for each row begin insert into changes (tag, seq) values ('site', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('site', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger site_announce_delete after delete on site for each row begin insert into changes (tag, seq) values ('site', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
insert into schema_migrations (name, applied_at) values ('0001-content', '2026-11-22T00:00:00.000Z');

-- 0002-builds
create table builds (id text primary key, built_at text not null, seen_at text not null);
create table build_assets (
      name text primary key, content blob not null, bytes integer not null, seen_at text not null);
create index build_assets_by_age on build_assets (seen_at);
insert into schema_migrations (name, applied_at) values ('0002-builds', '2026-11-22T00:00:00.000Z');

-- 0003-accounts
create table accounts (
        id text primary key, email text not null unique, name text not null,
        role text not null check (role in ('reader', 'editor', 'admin')),
        password_hash text, disabled_at text, created_at text not null);
create table identities (
        issuer text not null, subject text not null, account_id text not null references accounts(id) on delete cascade, linked_at text not null,
        primary key (issuer, subject));
create index identities_of_account on identities (account_id);
create table sessions (
        id_hash text primary key, account_id text not null references accounts(id) on delete cascade, way text not null check (way in ('password', 'google')),
        is_remembered integer not null, user_agent text not null,
        created_at text not null, seen_at text not null, idle_at text not null, ends_at text not null);
create index sessions_of_account on sessions (account_id);
create table known_devices (
        id_hash text not null, account_id text not null references accounts(id) on delete cascade, seen_at text not null, primary key (id_hash, account_id));
create index known_devices_of_account on known_devices (account_id);
create table saved_items (
        account_id text not null references accounts(id) on delete cascade, item text not null, saved_at text not null, primary key (account_id, item));
create table attempts (key text primary key, count integer not null, ends_at text not null);
create index attempts_by_end on attempts (ends_at);
create table account_events (
        seq integer primary key autoincrement, at text not null, event text not null, account_id text, address text, detail text);
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
create trigger media_work_insert after insert on media begin insert into media_jobs (file, run_at) values (new.file, '')
     on conflict (file) do update set run_at = excluded.run_at, tries = 0; end;
create trigger media_work_replace after update of file on media when old.file <> new.file
         begin insert into media_jobs (file, run_at) values (old.file, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 day'))
     on conflict (file) do update set run_at = excluded.run_at, tries = 0; end;
create trigger media_work_update after update of served on media when old.served <> new.served
         begin insert into media_jobs (file, run_at) values (new.file, '')
     on conflict (file) do update set run_at = excluded.run_at, tries = 0; end;
create trigger media_work_delete after delete on media begin insert into media_jobs (file, run_at) values (old.file, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 day'))
     on conflict (file) do update set run_at = excluded.run_at, tries = 0; end;
insert into schema_migrations (name, applied_at) values ('0004-pictures', '2026-11-22T00:00:00.000Z');

-- 0005-lists
alter table products add column cheap_key integer generated always as (coalesce(price_twd, 2147483647)) virtual;
alter table products add column dear_key integer generated always as (coalesce(price_twd, -1)) virtual;
drop index products_cheapest;
create index products_cheapest on products (cheap_key, id, published_at) where status = 'published';
drop index products_dearest;
create index products_dearest on products (dear_key desc, id desc, published_at) where status = 'published';
drop index products_cheapest_in_category;
create index products_cheapest_in_category on products (category, cheap_key, id, published_at) where status = 'published';
drop index products_dearest_in_category;
create index products_dearest_in_category on products (category, dear_key desc, id desc, published_at) where status = 'published';
alter table article_products add column shown_from text;
update article_products set shown_from = (select case when status = 'published' then published_at end from articles where id = article_id);
drop index article_products_by_product;
create index article_products_by_product on article_products (product_id, shown_from desc, article_id desc);
create trigger article_products_time after insert on article_products begin
       update article_products set shown_from = (select case when status = 'published' then published_at end from articles where id = new.article_id)
       where article_id = new.article_id and product_id = new.product_id; end;
create trigger articles_time after update of status, published_at on articles
       when old.status <> new.status or old.published_at is not new.published_at begin
       update article_products set shown_from = case when new.status = 'published' then new.published_at end where article_id = new.id; end;
create table list_counts (list text primary key, count integer not null);
insert into list_counts (list, count) select 'products', count(*) from products where status = 'published' and published_at is not null group by 1;
insert into list_counts (list, count) select 'products of ' || category, count(*) from products where status = 'published' and published_at is not null group by 1;
insert into list_counts (list, count) select 'articles', count(*) from articles where status = 'published' and published_at is not null group by 1;
insert into list_counts (list, count) select 'articles by ' || author_id, count(*) from articles where status = 'published' and published_at is not null group by 1;
create trigger products_count_insert after insert on products begin insert into list_counts (list, count) select 'products', 1
            from (select new.status as status, new.published_at as published_at, new.category as category)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'products of ' || category, 1
            from (select new.status as status, new.published_at as published_at, new.category as category)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; end;
create trigger products_count_delete after delete on products begin insert into list_counts (list, count) select 'products', -1
            from (select old.status as status, old.published_at as published_at, old.category as category)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'products of ' || category, -1
            from (select old.status as status, old.published_at as published_at, old.category as category)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; end;
create trigger products_count_update after update of status, published_at, category on products
      when old.status is not new.status or old.published_at is not new.published_at or old.category is not new.category begin insert into list_counts (list, count) select 'products', -1
            from (select old.status as status, old.published_at as published_at, old.category as category)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'products of ' || category, -1
            from (select old.status as status, old.published_at as published_at, old.category as category)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'products', 1
            from (select new.status as status, new.published_at as published_at, new.category as category)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'products of ' || category, 1
            from (select new.status as status, new.published_at as published_at, new.category as category)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; end;
create trigger articles_count_insert after insert on articles begin insert into list_counts (list, count) select 'articles', 1
            from (select new.status as status, new.published_at as published_at, new.author_id as author_id)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'articles by ' || author_id, 1
            from (select new.status as status, new.published_at as published_at, new.author_id as author_id)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; end;
create trigger articles_count_delete after delete on articles begin insert into list_counts (list, count) select 'articles', -1
            from (select old.status as status, old.published_at as published_at, old.author_id as author_id)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'articles by ' || author_id, -1
            from (select old.status as status, old.published_at as published_at, old.author_id as author_id)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; end;
create trigger articles_count_update after update of status, published_at, author_id on articles
      when old.status is not new.status or old.published_at is not new.published_at or old.author_id is not new.author_id begin insert into list_counts (list, count) select 'articles', -1
            from (select old.status as status, old.published_at as published_at, old.author_id as author_id)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'articles by ' || author_id, -1
            from (select old.status as status, old.published_at as published_at, old.author_id as author_id)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'articles', 1
            from (select new.status as status, new.published_at as published_at, new.author_id as author_id)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; insert into list_counts (list, count) select 'articles by ' || author_id, 1
            from (select new.status as status, new.published_at as published_at, new.author_id as author_id)
            where status = 'published' and published_at is not null on conflict (list) do update set count = count + excluded.count; end;
insert into schema_migrations (name, applied_at) values ('0005-lists', '2026-11-22T00:00:00.000Z');

-- 0006-changes
drop trigger articles_announce_insert;
drop trigger articles_announce_update;
drop trigger articles_announce_delete;
drop trigger products_announce_insert;
drop trigger products_announce_update;
drop trigger products_announce_delete;
create trigger articles_announce_insert after insert on articles for each row begin insert into changes (tag, seq) values ('article:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('articles', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('author-articles:' || new.author_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) select *, (select coalesce(max(seq), 0) + 1 from changes) from (select 'product-articles:' || product_id from article_products where article_id = new.id) where true on conflict (tag) do update set seq = excluded.seq; end;
create trigger articles_announce_update after update on articles for each row begin insert into changes (tag, seq) values ('article:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('article:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger articles_announce_update_1 after update on articles for each row when old.id is not new.id or old.status is not new.status or old.published_at is not new.published_at or old.author_id is not new.author_id begin insert into changes (tag, seq) values ('articles', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('author-articles:' || old.author_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) select *, (select coalesce(max(seq), 0) + 1 from changes) from (select 'product-articles:' || product_id from article_products where article_id = old.id) where true on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('articles', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('author-articles:' || new.author_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) select *, (select coalesce(max(seq), 0) + 1 from changes) from (select 'product-articles:' || product_id from article_products where article_id = new.id) where true on conflict (tag) do update set seq = excluded.seq; end;
create trigger articles_announce_delete after delete on articles for each row begin insert into changes (tag, seq) values ('article:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('articles', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('author-articles:' || old.author_id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) select *, (select coalesce(max(seq), 0) + 1 from changes) from (select 'product-articles:' || product_id from article_products where article_id = old.id) where true on conflict (tag) do update set seq = excluded.seq; end;
create trigger products_announce_insert after insert on products for each row begin insert into changes (tag, seq) values ('product:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products of ' || new.category, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('product-prices', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger products_announce_update after update on products for each row begin insert into changes (tag, seq) values ('product:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('product:' || new.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger products_announce_update_1 after update on products for each row when old.id is not new.id or old.status is not new.status or old.published_at is not new.published_at or old.category is not new.category begin insert into changes (tag, seq) values ('products', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products of ' || old.category, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products of ' || new.category, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger products_announce_update_2 after update on products for each row when old.price_twd is not new.price_twd begin insert into changes (tag, seq) values ('product-prices', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('product-prices', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
create trigger products_announce_delete after delete on products for each row begin insert into changes (tag, seq) values ('product:' || old.id, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('products of ' || old.category, (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; insert into changes (tag, seq) values ('product-prices', (select coalesce(max(seq), 0) + 1 from changes)) on conflict (tag) do update set seq = excluded.seq; end;
insert into schema_migrations (name, applied_at) values ('0006-changes', '2026-11-22T00:00:00.000Z');
