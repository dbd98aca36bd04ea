import { sql, type Transaction } from 'kysely';
import type { Migration } from '../migration.ts';
import type { Schema } from '../schema.ts';

/**
 * A row for each tag of each article, so that the articles of a tag are a list like any other. What stands in it is made
 * of `articles.tags` by triggers, whoever writes that: nobody else writes this table.
 */
export const articleTags: Migration = {
  name: '0010-article-tags',
  async up(trx, engine) {
    await cleanTags(trx);
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `create table article_tags (
        article_id ${key} not null references articles(id) on update cascade on delete cascade,
        tag ${key} not null, shown_from ${key}, primary key (article_id, tag))${engine === 'sqlite' ? ' without rowid' : ''}`,
      `insert into article_tags (article_id, tag, shown_from)
        select distinct articles.id, each.value, case when status = 'published' then published_at end
        from articles, ${engine === 'postgres' ? 'json_array_elements_text(tags::json) as each (value)' : 'json_each(tags) as each'}`,
      `create index article_tags_newest on article_tags (tag, shown_from desc, article_id desc)
        where shown_from is not null`,
      // The numbers of the lists of tags, the largest first. Asked in words that fit no other index: SQLite would rather
      // look the names up and sort.
      `create index list_counts_of_tags on list_counts (count desc, list) where substr(list, 1, 4) = 'tag:'`,
      ...(engine === 'postgres' ? postgresTriggers() : sqliteTriggers()),
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};

/** A tag stands in an address: one line, in NFC. */
async function cleanTags(trx: Transaction<Schema>): Promise<void> {
  const articles = await trx.selectFrom('articles').select(['id', 'tags']).execute();
  for (const { id, tags } of articles) {
    const list: string[] = JSON.parse(tags);
    const cleaned = list.map((tag) => tag.replace(/[\t\n\u2028\u2029]+/g, ' ').normalize('NFC'));
    const text = JSON.stringify([...new Set(cleaned)]);
    if (text === tags) continue;
    await trx.updateTable('articles').set({ tags: text }).where('id', '=', id).execute();
  }
}

function sqliteTriggers(): string[] {
  const time = `case when new.status = 'published' then new.published_at end`;
  const insert = `insert into article_tags (article_id, tag, shown_from)
       select distinct new.id, value, ${time} from json_each(new.tags) where true on conflict do nothing;`;
  return [
    `create trigger articles_tags_insert after insert on articles begin ${insert} end`,
    `create trigger articles_tags_update after update of tags on articles when old.tags <> new.tags begin
       delete from article_tags where article_id = new.id and tag not in (select value from json_each(new.tags));
       ${insert} end`,
    `create trigger articles_tags_time after update of status, published_at on articles
       when old.status <> new.status or old.published_at is not new.published_at begin
       update article_tags set shown_from = ${time} where article_id = new.id; end`,
  ];
}

/** Once for each statement: an import writes a hundred articles in one. */
function postgresTriggers(): string[] {
  const time = `case when status = 'published' then published_at end`;
  const insertFrom = (rows: string) => `insert into article_tags (article_id, tag, shown_from)
    select distinct id, each.value, ${time} from ${rows}, json_array_elements_text(tags::json) as each (value)
    order by 1, 2 on conflict do nothing;`;
  const columns = (rows: string) =>
    ['tags', 'status', 'published_at'].map((name) => `${rows}.${name}`).join(', ');
  const changed = `(select new_rows.id, ${columns('new_rows')} from new_rows left join old_rows using (id)
      where old_rows.id is null or (${columns('new_rows')}) is distinct from (${columns('old_rows')})) as changed`;
  return [
    ...postgresTrigger('articles_tags_insert', {
      event: 'after insert on articles referencing new table as new_rows for each statement',
      body: insertFrom('new_rows'),
    }),
    ...postgresTrigger('articles_tags_update', {
      event: `after update on articles referencing old table as old_rows new table as new_rows for each statement`,
      body: `delete from article_tags using ${changed} where article_id = changed.id
    and tag not in (select value from json_array_elements_text(changed.tags::json));
  ${insertFrom(changed)}
  update article_tags set shown_from = ${time} from ${changed}
    where article_id = changed.id and shown_from is distinct from ${time};`,
    }),
  ];
}

function postgresTrigger(name: string, { event, body }: { event: string; body: string }): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$
begin
  ${body}
  return null;
end $$`,
    `create trigger ${name} ${event} execute function ${name}()`,
  ];
}
