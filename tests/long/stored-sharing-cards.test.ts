import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { cardJob } from '#server/media/cards/card-state.ts';
import { listCards } from '#server/media/cards/stored-cards.ts';
import { isTitleJobDue } from '#server/media/jobs/title-job.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, aProduct, contentFolder, type Files } from '../helpers/content.ts';
import {
  engines,
  newDatabaseConfig,
  openTestDatabase,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';
import { makeCards } from '../helpers/sharing-cards.ts';

const content: Files = {
  'site.yaml': 'name: 青葉',
  'authors/lin.md': anAuthor(),
  'articles/a.md': anArticle({ title: '春茶' }),
  'articles/draft.md': anArticle({ title: '草稿', status: 'draft' }),
  'products/p.md': aProduct({ name: '白瓷杯' }),
};

async function open(engine: EngineName) {
  const db = await openTestDatabase(engine);
  const dataDir = temporaryFolder();
  const bring = (files: Files) => importContent(contentFolder(files), db, folderStore(dataDir));
  await bring(content);
  const inFolder = () => readdirSync(path.join(dataDir, 'media/cards')).toSorted();
  const named = async () => (await listCards(db)).map(({ key }) => `${key}.png`).toSorted();
  return { db, dataDir, bring, inFolder, named };
}

test.for(engines)(
  'what visitors see has a card, and what has gone loses it after a month, on %s',
  async (engine) => {
    const { db, dataDir, bring, inFolder, named } = await open(engine);
    await makeCards(db, { dataDir });
    const owners = (await listCards(db)).map(({ kind, id }) => `${kind}/${id}`);
    expect(owners.toSorted()).toEqual(['articles/a', 'authors/lin', 'products/p', 'site/site']);
    expect(inFolder()).toEqual(await named());
    expect(await isTitleJobDue(db, cardJob, Date.parse('2030-01-02T00:00:00Z'))).toBe(false);

    await bring({
      'articles/a.md': anArticle({ title: '春茶', status: 'draft' }),
      'products/p.md': aProduct(),
    });
    await makeCards(db, { dataDir, at: '2030-01-03T00:00:00Z' });
    expect(inFolder(), 'what was shown is still there').toHaveLength(5);
    expect(await named()).toHaveLength(3);
    await bring({ 'products/p.md': aProduct({ name: '白瓷杯' }) });
    await makeCards(db, { dataDir, at: '2030-02-03T00:00:00Z' });
    expect(inFolder()).not.toEqual([]);
    await bring({ 'products/q.md': aProduct({ name: '青花杯' }) });
    await makeCards(db, { dataDir, at: '2030-04-03T00:00:00Z' });
    expect(inFolder()).toEqual(await named());
  },
);

test.for(engines)('one of several processes makes them, on %s', async (engine) => {
  const config = await newDatabaseConfig(engine);
  const processes = await Promise.all([1, 2, 3].map(() => openDatabase(config, silentLog)));
  onTestFinished(async () => void (await Promise.all(processes.map((db) => db.close()))));
  const folders = processes.map(() => temporaryFolder());
  for (const db of processes.slice(0, 1))
    await importContent(contentFolder(content), db, folderStore(temporaryFolder()));
  await Promise.all(processes.map((db, i) => makeCards(db, { dataDir: folders[i] ?? '' })));
  expect(folders.filter((folder) => existsSync(path.join(folder, 'media/cards')))).toHaveLength(1);
});

test('files that were lost with their folder are made again', async () => {
  const { db, dataDir, bring, inFolder, named } = await open('sqlite');
  await makeCards(db, { dataDir });
  rmSync(path.join(dataDir, 'media/cards'), { recursive: true });
  await bring({ 'products/p.md': aProduct({ name: '白瓷壺' }) });
  await makeCards(db, { dataDir, at: '2030-01-01T00:01:00Z' });
  expect(inFolder()).toEqual(await named());
});

test('a program that is stopped leaves the rest to the next', async () => {
  const { db, dataDir, named } = await open('sqlite');
  const stopped = AbortSignal.abort();
  await makeCards(db, { dataDir, signal: stopped });
  expect(await named()).toEqual([]);
  await makeCards(db, { dataDir });
  expect(await named()).toHaveLength(4);
});

test('a font that is broken leaves the old cards, and is told once', async () => {
  const { db, dataDir, bring, named } = await open('sqlite');
  await makeCards(db, { dataDir });
  const before = await named();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const fontFile = path.join(temporaryFolder(), 'broken.ttf');
  writeFileSync(fontFile, 'no font');
  await bring({ 'products/q.md': aProduct({ name: '青花杯' }) });
  for (const at of ['2030-01-01T00:01:00Z', '2030-01-01T00:20:00Z'])
    await makeCards(db, { dataDir, fontFile, log, at });
  expect(lines).toHaveLength(1);
  expect(await named()).toEqual(before);
  await makeCards(db, { dataDir, at: '2030-01-01T01:00:00Z' });
  expect(await named()).toHaveLength(before.length + 1);
});
