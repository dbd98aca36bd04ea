import type { Database } from '#server/db/open/open-database.ts';

/** The same database, with something that comes to pass each time that a writer of it has read a table. */
export function afterReading(db: Database, table: string, happens: () => Promise<void>): Database {
  const readings = new WeakSet<object>();
  const write = db.write.withPlugin({
    transformQuery({ node, queryId }) {
      const isReading = node.kind === 'SelectQueryNode' && JSON.stringify(node).includes(`"${table}"`);
      if (isReading) readings.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (readings.has(queryId)) await happens();
      return result;
    },
  });
  return { ...db, write };
}
