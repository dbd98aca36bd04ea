import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A new, empty database on a PostgreSQL server, gone when the work is done. */
export async function withNewDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `qingye_bench_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await onServer(serverUrl, `drop database ${name} with (force)`);
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
