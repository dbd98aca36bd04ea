/** Row that `newsQuestion` returns. */
export interface News {
  snapshot: string;
  place: string;
  lsn: string | null;
  tags: string[] | null;
}

/** Half of the shortest retention (thin-changes.ts): a process stopped for longer may have missed something. */
export const maxPauseMs = 5 * 60_000;
/** Tags of an answer; after more, everything has changed. */
export const maxNews = 20_000;

/**
 * Tags of the transactions that the snapshot $1 did not see. `place`: another value means another database, or this one
 * at another time, whose transactions have the same numbers. Rows of a restored backup from elsewhere have numbers of
 * the future. $2: whether the log position is needed.
 */
export const newsQuestion = `
  select pg_current_snapshot()::text as snapshot,
    extract(epoch from pg_postmaster_start_time())::text || ' ' || 'changes'::regclass::oid as place,
    case when $2 then pg_current_wal_insert_lsn()::text end as lsn,
    (select json_agg(tag) from (
      select distinct tag from changes
      where txid >= pg_snapshot_xmin($1::pg_snapshot) and txid < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(txid, $1::pg_snapshot)
      limit ${maxNews + 1}) as news) as tags`;
