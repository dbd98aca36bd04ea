import type { SearchPayload } from '#shared/payload/search-payload.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';
import { onEachDatabase, type EngineSetting } from './site/each-engine.ts';
import type { EditorClient } from './visitors/editor-client.ts';
import { makeEditors, openEditor } from './visitors/editors.ts';
import type { Figure } from './figures.ts';
import { openConnection, type Answer } from '../tools/requests/http-client.ts';
import { startSite } from './site/site.ts';
import { quantile } from './statistics.ts';

const rounds = 200;
const warmUpRounds = 4;
/** Ids of an entry of the sample content, which is renamed back and forth. */
const names = ['indigo-summer', 'indigo-summer-again'] as const;
const maxWaitMs = 5_000;

/** Time until every visitor sees an editor's change: in the process that saved it, and in another. */
export function measureSeen(): Promise<Figure[]> {
  return onEachDatabase(measureEngine);
}

/** A page, and a test whether it shows the change. */
interface Look {
  what: string;
  path: string;
  isRight: (answer: Answer) => boolean;
}

interface Seen {
  /** Looks at the process that answered the editor which did not show it at once. */
  lateHere: number;
  /** From the editor's answer until the request to the other process began that showed it: 0 when it was the first. */
  elsewhereMs: Map<string, number[]>;
  /** Searches of either process that found a word of a draft. */
  foundDrafts: number;
}

interface Setting {
  editor: EditorClient;
  here: string;
  elsewhere: string;
  seen: Seen;
}

async function measureEngine({ config, databaseUrl, dataDir }: EngineSetting): Promise<Figure[]> {
  const start = () => startSite({ dataDir, databaseUrl, pageStoreMb: 64 });
  const [first, second] = [await start(), await start()];
  const db = await openDatabase(config, createLog('silent'));
  try {
    await makeEditors(db, 1);
    const places = { editor: await openEditor(first), here: first.origin, elsewhere: second.origin };
    let seen = nothingSeen();
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      if (round === 0) seen = nothingSeen();
      await edit({ ...places, seen }, round + warmUpRounds);
    }
    return figuresOf(config.engine, seen);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
    await db.close();
  }
}

const nothingSeen = (): Seen => ({ lateHere: 0, elsewhereMs: new Map(), foundDrafts: 0 });

/** Publishes the article, saves a draft of it, withdraws it, publishes it again and renames it. */
async function edit(setting: Setting, n: number): Promise<void> {
  const { editor, here, elsewhere, seen } = setting;
  const [name = '', other = ''] = n % 2 === 0 ? names : names.toReversed();
  const own = { what: 'its page', path: `/articles/${name}` };
  const list = { what: 'the list', path: '/articles' };
  const search = (word: string) => ({ what: 'a search', path: `/search/_payload.json?q=${word}` });
  const [title, word, draftWord] = [`藍染〔${n}〕`, `qx${n}z`, `dx${n}z`];
  const link = `href="/articles/${name}"`;

  await act(setting, () => press(editor, name, 'publish', { 'f.title': title, body: `布。${word}` }), [
    { ...own, isRight: ({ body }) => body.includes(title) && body.includes(word) },
    { ...list, isRight: ({ body }) => body.includes(title) },
    { ...search(word), isRight: (answer) => countFound(answer) === 1 },
  ]);
  await press(editor, name, 'save', { body: `布。${draftWord}` });
  const connection = openConnection();
  for (const origin of [here, elsewhere])
    seen.foundDrafts += countFound(await connection.get(origin + search(draftWord).path));
  connection.close();
  await act(setting, () => press(editor, name, 'unpublish'), [
    { ...own, isRight: ({ status }) => status === 404 },
    { ...list, isRight: ({ body }) => !body.includes(link) },
    { ...search(word), isRight: (answer) => countFound(answer) === 0 },
  ]);
  await press(editor, name, 'publish');
  await act(setting, () => press(editor, name, 'rename', { id: other, 'take-over': 'on' }), [
    { ...own, isRight: ({ status }) => status === 308 },
    { what: 'its new page', path: `/articles/${other}`, isRight: ({ status }) => status === 200 },
    { ...list, isRight: ({ body }) => !body.includes(link) && body.includes(`href="/articles/${other}"`) },
  ]);
}

async function press(
  editor: EditorClient,
  name: string,
  button: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<void> {
  // Actions on a stored entry have a form of their own.
  const form = await editor.open(name, button === 'rename' ? 'unpublish' : button);
  const status = await editor.send(form, typed, button);
  if (status !== 303) throw new Error(`${button} of ${name} answered ${status}`);
}

/** Does it, and looks from the moment of the answer on until everybody sees it. */
async function act(
  { here, elsewhere, seen }: Setting,
  change: () => Promise<void>,
  looks: readonly Look[],
): Promise<void> {
  await change();
  const answeredAt = performance.now();
  await Promise.all(
    looks.map(async ({ what, path, isRight }) => {
      const connection = openConnection();
      const [atOnce, beganAt] = await Promise.all([
        connection.get(here + path),
        untilRight(elsewhere + path, isRight),
      ]);
      connection.close();
      if (!isRight(atOnce)) seen.lateHere += 1;
      const ms = beganAt === null ? 0 : beganAt - answeredAt;
      seen.elsewhereMs.set(what, [...(seen.elsewhereMs.get(what) ?? []), ms]);
    }),
  );
}

/** Resolves to when the request began that was answered rightly; null: it was the first. */
async function untilRight(url: string, isRight: Look['isRight']): Promise<number | null> {
  const connection = openConnection();
  const startedAt = performance.now();
  try {
    for (let isFirst = true; ; isFirst = false) {
      const beganAt = performance.now();
      if (isRight(await connection.get(url))) return isFirst ? null : beganAt;
      if (beganAt - startedAt > maxWaitMs) throw new Error(`${url} was not right within ${maxWaitMs} ms`);
    }
  } finally {
    connection.close();
  }
}

/** How many articles a search has found, by the data of its page. */
function countFound({ status, body }: Answer): number {
  if (status !== 200) throw new Error(`a search answered ${status}`);
  const { data }: { data: { search: SearchPayload } } = JSON.parse(body);
  return data.search.found?.totals.articles.count ?? 0;
}

function figuresOf(engine: DatabaseConfig['engine'], { lateHere, elsewhereMs, foundDrafts }: Seen): Figure[] {
  const count = [...elsewhereMs.values()].flat().length;
  const changes = `${rounds} times published, withdrawn and renamed`;
  const elsewhere = [...elsewhereMs].map(([what, ms]): Figure => {
    const late = ms.filter((each) => each > 0);
    const note = `${ms.length} times, ${late.length} not by the first request, at most ${Math.max(...ms).toFixed(1)} ms`;
    if (engine === 'sqlite')
      return {
        name: `${what} of another process, late, sqlite`,
        value: late.length,
        unit: '',
        target: { below: 1 },
        note,
      };
    return {
      name: `${what} of another process after a change, p95, postgres`,
      value: quantile(ms, 0.95),
      unit: 'ms',
      target: { below: 100 },
      note,
    };
  });
  return [
    {
      name: `pages and searches late in the process of the change, ${engine}`,
      value: lateHere,
      unit: '',
      target: { below: 1 },
      note: `${count} asked for at the editor's answer; ${changes}`,
    },
    ...elsewhere,
    {
      name: `words of drafts that a search of either process found, ${engine}`,
      value: foundDrafts,
      unit: '',
      target: { below: 1 },
      note: `${rounds * 2} searches`,
    },
  ];
}
