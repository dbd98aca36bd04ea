import { sql } from 'kysely';
import { OperatorError, reasonOf } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import type { PostgresHandles } from '#server/db/open/handles.ts';
import type { ChangedTags, ChangeSource } from './change-source.ts';
import { createDeafReading } from './deaf-reading.ts';
import { keepListening, type KeptListening, type Listening } from './keep-listening.ts';
import { keepPosition } from './keep-position.ts';
import { announcedTag, everythingTag } from '../tags.ts';
import { noteEverythingForEdges } from '../triggers/edge-outbox.ts';
import { postgresChannel } from '../triggers/postgres-triggers.ts';

const maxHearingMs = 2_000;
/** Through a pooler, at the start: either the session is ours, and it takes milliseconds, or nothing ever comes. */
const maxPooledHearingMs = 250;

/**
 * Listens for notifications, and tests whether any arrive: behind a pooler that shares connections after each
 * transaction none do, without an error. Then the table of changes is read instead, before each answer.
 */
export async function openPostgresChanges(
  db: PostgresHandles,
  onChange: (changed: ChangedTags) => void,
  log: Log,
  { hearingEveryMs = 30_000 } = {},
): Promise<ChangeSource> {
  let listener: KeptListening | null = null;
  const position =
    db.announced && keepPosition(db.announced, () => listener?.current?.questions.position(), log);
  const reading = createDeafReading({ db, onChange, position, log });
  let triedAt = 0;
  const edges = createEdgeMending(db);

  function report(changed: ChangedTags): void {
    position?.ask();
    onChange(changed);
  }

  /** Null when the test could not run. It sends through the writers' pool, which leads to the same database. */
  function hears({ questions }: Listening, maxMs: number): Promise<boolean | null> {
    triedAt = performance.now();
    const send = (payload: string) => sql`select pg_notify(${postgresChannel}, ${payload})`.execute(db.write);
    return questions.hears(send, maxMs);
  }

  async function tryHearing(listening: Listening): Promise<void> {
    const isHeard = await hears(listening, maxHearingMs);
    if (isHeard === null || listener?.current !== listening) return;
    if (!isHeard && reading.table === null) await readInstead();
    // A notification may have been dropped for a change that no read has seen.
    if (isHeard && reading.table !== null) await reading.end(() => report('everything'));
  }

  async function readInstead(): Promise<void> {
    edges.isWrong = true;
    await reading.begin(() => report('everything'));
    await edges.mend();
  }

  listener = await keepListening({
    url: db.listenUrl,
    onNotification(payload) {
      // Changes read from the table are not reported twice.
      if (reading.table !== null) return;
      report(payload === everythingTag || payload === undefined ? 'everything' : [announcedTag(payload)]);
    },
    onLost(err) {
      if (reading.table !== null) return;
      log.warn({ err }, 'the change feed lost its connection; stored pages are not used until it is back');
    },
    async beforeBack(candidate) {
      // A direct session hears like before: no request should wait for a pool that comes back too.
      if (reading.table !== null || candidate.isDirect || (await hears(candidate, maxHearingMs))) return;
      await readInstead();
    },
    onBack() {
      if (reading.table !== null) return;
      // In the same turn: nothing stored may be trusted before it is dropped.
      report('everything');
      log.info('the change feed is connected again');
    },
    async onBeat(listening) {
      await edges.mend();
      if (performance.now() - triedAt >= hearingEveryMs) await tryHearing(listening);
      else if (reading.table === null) await listening.questions.heartbeat();
    },
  }).catch((cause: unknown) => {
    throw db.listenUrl === db.url ? cause : cannotListen(cause);
  });
  const kept = listener;
  leaveFormerServer(db, kept, reading);
  const first = kept.current;
  const isHeard = first && (await hears(first, first.isDirect ? maxHearingMs : maxPooledHearingMs));
  if (isHeard ?? first?.isDirect) log.info('the change feed listens to notifications of the database');
  else await reading.begin(() => {});
  position?.ask();

  return {
    catchUp: () => reading.table?.isRead ?? (!reading.isBeginning && kept.current !== null),
    askForNews: () => reading.table?.look() ?? null,
    async settle() {
      await reading.table?.look();
      return reading.table?.isRead ?? kept.current?.questions.echo() ?? false;
    },
    async close() {
      await kept.close();
      await reading.close();
    },
  };
}

/**
 * Renews both connections, which may have stayed with the server from before a fail-over, which gets no more writes.
 */
function leaveFormerServer(
  db: PostgresHandles,
  kept: KeptListening,
  reading: ReturnType<typeof createDeafReading>,
): void {
  db.onRenewal(() => {
    kept.renew();
    reading.table?.renew();
  });
}

/** In the half minute since its last notification, a process may have sent stale pages to caches in front. */
function createEdgeMending({ write }: PostgresHandles) {
  const mending = {
    isWrong: false,
    async mend(): Promise<void> {
      if (!mending.isWrong) return;
      await sql.raw(noteEverythingForEdges).execute(write);
      mending.isWrong = false;
    },
  };
  return mending;
}

function cannotListen(cause: unknown): OperatorError {
  return new OperatorError(`cannot listen at the address of DATABASE_LISTEN_URL: ${reasonOf(cause)}`, {
    cause,
  });
}
