import type { DatabaseConfig } from '#server/config-database.ts';
import { openDatabase, type Database } from '#server/db/open-database.ts';
import { createLog } from '#server/log.ts';
import { onEachDatabase, type EngineSetting } from './each-engine.ts';
import { createEditorClient } from './editor-client.ts';
import { makeEditors, openEditor, signInAs } from './editors.ts';
import type { Figure } from './figures.ts';
import { importEdits } from './import-edits.ts';
import { startSite, type Site } from './site.ts';
import { quantile } from './statistics.ts';

/** Of each engine. */
const contendedSaves = 10_000;
const writers = 8;
const articles = ['indigo-summer', 'lead-type', 'puli-paper', 'winter-solstice'];
const aloneSaves = 10_000;
const longSaves = 60;
const killRounds = 300;

/** What saving costs, and whether a word is ever lost: on both engines where PostgreSQL is there. */
export function measureSaves(): Promise<Figure[]> {
  return onEachDatabase(measureEngine);
}

interface Setting {
  config: DatabaseConfig;
  dataDir: string;
  db: Database;
  start(): Promise<Site>;
}

async function measureEngine({ config, databaseUrl, dataDir }: EngineSetting): Promise<Figure[]> {
  const start = () => startSite({ dataDir, databaseUrl, pageStoreMb: 64 });
  const [first, second] = [await start(), await start()];
  const db = await openDatabase(config, createLog('silent'));
  await makeEditors(db, writers);
  const setting: Setting = { config, dataDir, db, start };
  try {
    const sites = [first, second] as const;
    return [
      ...(await measureLongSaves(setting, first)),
      ...(await measureAlone(setting, sites)),
      ...(await measureContended(setting, sites)),
      ...(await measureKills(setting, first)),
    ];
  } finally {
    await Promise.all([first.stop(), second.stop()]);
    await db.close();
  }
}

async function measureLongSaves({ config }: Setting, site: Site): Promise<Figure[]> {
  const editor = await openEditor(site);
  const paragraph = `${'茶葉在水裡慢慢打開，像一封寫了很久才寄到的信。'.repeat(10)}\n\n`;
  const long = paragraph.repeat(Math.ceil(50_000 / paragraph.length)).slice(0, 50_000);
  const ms: number[] = [];
  for (let round = 0; round < longSaves; round += 1) {
    const form = await editor.open('indigo-summer');
    const startedAt = performance.now();
    const answer = await editor.save(form, `${long}\n\n第 ${round} 次`);
    if (round > 4) ms.push(performance.now() - startedAt);
    if (answer !== 303) throw new Error(`a save answered ${answer}`);
  }
  return [
    {
      name: `save of 50,000 characters, p95, ${config.engine}`,
      value: quantile(ms, 0.95),
      unit: 'ms',
      target: { below: 100 },
      note: `median ${quantile(ms, 0.5).toFixed(0)} ms, the longest of ${ms.length} ${Math.max(...ms).toFixed(0)} ms`,
    },
  ];
}

/** One writer, while visitors read, another entry is edited and pictures are made: nothing of it is a conflict. */
async function measureAlone({ config }: Setting, sites: readonly [Site, Site]): Promise<Figure[]> {
  const [editor, other] = [await openEditor(sites[0], 0), await openEditor(sites[1], 1)];
  let isOver = false;
  const around = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await fetch(`${sites[n % 2]?.origin ?? ''}/articles`);
      await other.save(await other.open('puli-paper'), `旁邊的文字 ${n}`);
    }
  })();
  let conflicts = 0;
  let form = await editor.open('lead-type');
  for (let n = 0; n < aloneSaves; n += 1) {
    const status = await editor.save(form, `一個人寫的 ${n}`);
    // As after an answer that was lost: the same is sent again.
    const again = n % 10 === 0 ? await editor.save(form, `一個人寫的 ${n}`) : 303;
    if (status !== 303 || again !== 303) conflicts += 1;
    form = await editor.open('lead-type');
  }
  isOver = true;
  await around;
  return [
    {
      name: `false conflicts of one writer, ${config.engine}`,
      value: conflicts,
      unit: '',
      target: { below: 1 },
      note: `${aloneSaves} saves, each tenth sent twice, with other saves and readers beside it`,
    },
  ];
}

/** Each save adds a mark. What was acknowledged stands in the history, and so does what lost. */
async function measureContended(
  { config, dataDir, db }: Setting,
  sites: readonly [Site, Site],
): Promise<Figure[]> {
  const acknowledged: string[] = [];
  const lost: string[] = [];
  let count = 0;
  let busy = 0;
  const importer = importEdits(db, dataDir, articles);
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const editor = await openEditor(sites[writer % 2] ?? sites[0], writer);
      while (acknowledged.length < contendedSaves) {
        const article = articles[(writer + count) % articles.length] ?? '';
        const mark = `記號〔${writer}.${(count += 1)}〕`;
        const status = await editor.save(await editor.open(article), mark);
        if (status === 303) acknowledged.push(mark);
        else if (status === 409) lost.push(mark);
        // Everything that was typed came back, to be sent again.
        else if (status === 503) busy += 1;
        else throw new Error(`a save answered ${status}`);
      }
    }),
  );
  const imports = await importer.stop();
  const rows = await db.read.selectFrom('revisions').select(['document', 'action']).execute();
  const kept = new Set(rows.flatMap(({ document }) => document.match(/記號〔[\d.]+〕/g) ?? []));
  const missing = [...acknowledged, ...lost].filter((mark) => !kept.has(mark));
  return [
    {
      name: `lost updates, ${config.engine}`,
      value: missing.length,
      unit: '',
      target: { below: 1 },
      note: `${writers} writers in two processes on ${articles.length} articles: ${acknowledged.length} acknowledged, ${lost.length} told of a conflict, ${busy} told that it was busy; ${imports} imports between`,
    },
  ];
}

/** The server is killed while saves are on their way: what it has acknowledged is there. */
async function measureKills({ config, db, start }: Setting, { origin }: Site): Promise<Figure[]> {
  const cookie = await signInAs(origin, 0);
  let missing = 0;
  let acknowledged = 0;
  for (let round = 0; round < killRounds; round += 1) {
    const site = await start();
    const editor = createEditorClient(site.origin, cookie);
    const marks: string[] = [];
    const saving = (async () => {
      for (let n = 0; ; n += 1) {
        const mark = `斷電〔${round}.${n}〕`;
        const status = await editor.save(await editor.open('winter-solstice'), mark);
        if (status === 303) marks.push(mark);
      }
    })().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 20 + ((round * 37) % 120)));
    site.process.kill('SIGKILL');
    await saving;
    await site.stop();
    const rows = await db.read
      .selectFrom('revisions')
      .select('document')
      .where('document', 'like', `%斷電〔${round}.%`)
      .execute();
    const text = rows.map(({ document }) => document).join('\n');
    acknowledged += marks.length;
    missing += marks.filter((mark) => !text.includes(mark)).length;
  }
  return [
    {
      name: `acknowledged saves lost by kill -9, ${config.engine}`,
      value: missing,
      unit: '',
      target: { below: 1 },
      note: `${killRounds} rounds, ${acknowledged} saves acknowledged`,
    },
  ];
}
