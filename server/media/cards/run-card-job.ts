import type { Clock } from '#server/clock.ts';
import type { CardStateTable } from '#server/db/media-tables.ts';
import type { Database } from '#server/db/open-database.ts';
import { secondMs } from '#server/durations.ts';
import type { Log } from '#server/log.ts';
import { openFont, type OpenFont } from '../fonts/open-font.ts';
import { readingPoint, readSince } from '../fonts/read-titles.ts';
import { postponeJob, releaseJob } from '../job-lease.ts';
import { isStored, publicName, type MediaStore } from '../store/media-store.ts';
import { cardFile, cardKey, entryCard, lookId, readCardLook, siteCard, type CardLook } from './card-look.ts';
import { endCardJob, leaseCardJob, type CardOutcome } from './card-state.ts';
import { drawCard } from './draw-card.ts';
import { listCards, recordCard, removeRetiredCards, retireCards, type CardName } from './stored-cards.ts';
import { changedOwners, newestOwners, type CardOwner } from './wanted-cards.ts';

export interface CardJobOptions {
  db: Database;
  store: MediaStore;
  /** The font of the build. */
  fontFile: string;
  clock: Clock;
  log: Log;
  /** Aborted when the process must stop. */
  signal?: AbortSignal;
}

/** Some thousand cards: pictures that wait are made in between. */
const maxWorkMs = 20 * secondMs;

/** Makes the cards that other sites show beside links, if there is anything new. One process does so at a time. */
export async function runCardJob({ db, store, fontFile, clock, log, signal }: CardJobOptions): Promise<void> {
  const lease = await leaseCardJob(db, clock.now());
  if (lease === null) return;
  try {
    await removeRetiredCards(db, store, clock.now());
    const outcome = await bringUpToDate(lease, { db, store, fontFile, clock, signal });
    if (outcome === null) return releaseJob(db, 'card_state', lease);
    await endCardJob(db, lease, outcome, clock.now());
  } catch (error) {
    if (signal?.aborted) return releaseJob(db, 'card_state', lease);
    const isFirst = await postponeJob(db, 'card_state', lease, clock.now());
    // It is tried again for as long as it takes: once is enough to be told.
    const say = isFirst ? log.error.bind(log) : log.debug.bind(log);
    say({ err: error }, 'cards for other sites could not be made; links are shown there without one');
  }
}

interface Tools {
  db: Database;
  store: MediaStore;
  fontFile: string;
  clock: Clock;
  signal: AbortSignal | undefined;
}

/** Resolves to null when something is left to do. */
async function bringUpToDate(state: CardStateTable, tools: Tools): Promise<CardOutcome | null> {
  const { db, store, clock } = tools;
  const { seen_at, read_from } = await readingPoint(db, clock.now());
  const look = await readCardLook(db.read);
  const known = await listCards(db);

  const isLost = !(await hasSiteCard(known, store));
  const changed =
    state.look === lookId(look) && !isLost
      ? await changedOwners(db.read, readSince(state, clock.now()))
      : null;
  const owners = changed ?? (await newestOwners(db.read));
  const wanted = owners.flatMap((owner) => wantedCard(owner, look));
  wanted.unshift({ kind: 'site', id: 'site', key: cardKey(look, siteCard(look)), text: siteCard(look) });
  if (!(await makeCards(wanted, known, look, tools))) return null;

  const concerned = changed === null ? null : new Set(owners.map(nameOf));
  const named = new Set(wanted.map((card) => `${nameOf(card)} ${card.key}`));
  const others = known.filter(
    (card) => (concerned?.has(nameOf(card)) ?? true) && !named.has(`${nameOf(card)} ${card.key}`),
  );
  await retireCards(db, others, clock.now());
  return { look: lookId(look), seen_at, read_from };
}

interface WantedCard extends CardName {
  text: Parameters<typeof drawCard>[0];
}

function wantedCard({ kind, id, title }: CardOwner, look: CardLook): WantedCard[] {
  if (title === null) return [];
  const text = entryCard(look, title);
  return [{ kind, id, key: cardKey(look, text), text }];
}

function nameOf({ kind, id }: { kind: string; id: string }): string {
  return `${kind}/${id}`;
}

/** A site without one has a name that cannot be drawn, or has lost its folder. */
async function hasSiteCard(known: readonly CardName[], store: MediaStore): Promise<boolean> {
  const card = known.find(({ kind }) => kind === 'site');
  return card === undefined || isStored(store, publicName(cardFile(card.key)));
}

/** Makes those that are not there. Resolves to whether all were. */
async function makeCards(
  wanted: readonly WantedCard[],
  known: readonly CardName[],
  look: CardLook,
  { db, store, fontFile, signal }: Tools,
): Promise<boolean> {
  const recorded = new Set(known.map((card) => `${nameOf(card)} ${card.key}`));
  const endsAt = performance.now() + maxWorkMs;
  let font: OpenFont | null = null;
  for (const { text, ...card } of wanted) {
    signal?.throwIfAborted();
    const target = publicName(cardFile(card.key));
    const isMade = await isStored(store, target);
    if (isMade && recorded.has(`${nameOf(card)} ${card.key}`)) continue;
    if (performance.now() > endsAt) return false;
    if (!isMade) {
      font ??= await openFont(look.font, store, fontFile);
      const drawn = await drawCard(text, { font, color: look.color });
      if (drawn === null) continue;
      await store.put(target, drawn);
    }
    await recordCard(db, card);
  }
  return true;
}
