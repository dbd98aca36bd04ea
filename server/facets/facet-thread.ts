import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer } from '#server/base/running-thread.ts';
import { createLog } from '#server/base/log.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openForVisitors, type Database } from '#server/db/open/open-database.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { FacetIndex } from './facet-index.ts';
import type { FacetAnswer, FacetQuestion } from './facet-question.ts';

/** Data with which the thread is started. */
export interface FacetThreadData {
  database: DatabaseConfig;
}

/** Answer to the server; null: the database cannot be read at the moment. */
export type FacetThreadAnswer = FacetAnswer | null;

// Set by startFacetThread.
const { database } = workerData as FacetThreadData;
let index: FacetIndex | null = null;

parentPort?.on('message', (question: FacetQuestion) => {
  void answer(question).then((message) => parentPort?.postMessage(message));
});

async function open(): Promise<Database> {
  const db = await openForVisitors(database, createLog('silent'));
  // It reads everything once: 32 MB of pages, which searches need, would only be held.
  if (db.engine === 'sqlite') db.readConnection.exec('PRAGMA cache_size = -1000');
  return db;
}

async function answer(question: FacetQuestion): Promise<ThreadAnswer<FacetThreadAnswer>> {
  try {
    index ??= new FacetIndex(await open());
    return { value: await index.answer(question) };
  } catch (error) {
    // An error loses its class and its code on the way.
    return findStorageTrouble(error) === null ? { error } : { value: null };
  }
}
