import type { CardStateTable } from '#server/db/tables/media-tables.ts';
import { secondMs } from '#server/base/durations.ts';
import { openFont, type OpenFont } from '../title-font/open-font.ts';
import { readingPoint, readSince } from '../title-font/read-titles.ts';
import { removeRetired } from '../jobs/remove-retired.ts';
import { isStored, publicName, type MediaStore } from '../store/media-store.ts';
import { runTitleJob, type TitleJobOptions, type TitleJobTools } from '../jobs/title-job.ts';
import { cardFile, cardKey, entryCard, lookId, readCardLook, siteCard, type CardLook } from './card-look.ts';
import { cardJob, type CardOutcome } from './card-state.ts';
import { drawCard } from './draw-card.ts';
import { listCards, recordCard, retireCards, retiredCards, type CardName } from './stored-cards.ts';
import { changedOwners, newestOwners, type CardOwner } from './wanted-cards.ts';

/** Some thousand cards: pictures that wait are made in between. */
const maxWorkMs = 20 * secondMs;

/** Makes the cards that other sites show beside links, if there is anything new. One process does so at a time. */
export function runCardJob(options: TitleJobOptions): Promise<void> {
  return runTitleJob(cardJob, options, async (state) => {
    await removeRetired(retiredCards, options);
    return bringUpToDate(state, options);
  });
}

/** Resolves to null when something is left to do. */
async function bringUpToDate(state: CardStateTable, tools: TitleJobTools): Promise<CardOutcome | null> {
  const { db, store, clock } = tools;
  const { seen_at, read_from } = await readingPoint(db, clock.now());
  const look = await readCardLook(db.read);
  const cards = await listCards(db);

  const isLost = !(await hasSiteCard(cards, store));
  const changed =
    state.look === lookId(look) && !isLost
      ? await changedOwners(db.read, readSince(state, clock.now()))
      : null;
  const owners = changed ?? (await newestOwners(db.read));
  const wanted = owners.flatMap((owner) => wantedCard(owner, look));
  wanted.unshift({ kind: 'site', id: 'site', key: cardKey(look, siteCard(look)), text: siteCard(look) });
  if (!(await makeCards(wanted, cards, look, tools))) return null;

  const concerned = changed === null ? null : new Set(owners.map(nameOf));
  const named = new Set(wanted.map((card) => `${nameOf(card)} ${card.key}`));
  const others = cards.filter(
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
async function hasSiteCard(cards: readonly CardName[], store: MediaStore): Promise<boolean> {
  const card = cards.find(({ kind }) => kind === 'site');
  return card === undefined || isStored(store, publicName(cardFile(card.key)));
}

/** Draws the missing cards. Resolves to whether all were drawn. */
async function makeCards(
  wanted: readonly WantedCard[],
  cards: readonly CardName[],
  look: CardLook,
  { db, store, fontFile, signal }: TitleJobTools,
): Promise<boolean> {
  const recorded = new Set(cards.map((card) => `${nameOf(card)} ${card.key}`));
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
