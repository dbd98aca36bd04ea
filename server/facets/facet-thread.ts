import '#server/base/source-lines.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer } from '#server/base/running-thread.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { FacetIndex } from './facet-index.ts';
import type { FacetAnswer, FacetQuestion } from './facet-question.ts';
import { offerCounts } from './offer-values.ts';
import { openFacetSource } from './open-facet-source.ts';

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

async function answer(question: FacetQuestion): Promise<ThreadAnswer<FacetThreadAnswer>> {
  try {
    index ??= new FacetIndex(await openFacetSource(database));
    return { value: offerCounts(await index.answer(question), question) };
  } catch (error) {
    // An error loses its class and its code on the way.
    return findStorageTrouble(error) === null ? { error } : { value: null };
  }
}
