import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { cardPath } from '#shared/sharing-card.ts';
import type { Schema } from '#server/db/schema.ts';
import { findWantedFont, ownFont, type WantedFont } from '../title-font/font-state.ts';
import { readSettings } from '../title-font/read-titles.ts';

/** Version of the way in which cards are drawn: with a new one, all are drawn anew. */
const recipe = 1;

/** Settings that all cards of a site share. */
export interface CardLook {
  font: WantedFont;
  name: string;
  tagline: string;
  color: string;
}

/** `green-700` of client/styles, as `--ui-primary-fill` has it. */
const usualColor = '#008236';
/** The program's, as `defaultSettings` has it. */
const usualName = 'Qingye';

/** Texts of a card. */
export interface CardText {
  title: string;
  /** Below the title, small. */
  detail: string;
  /** Owner of the card: the name of the site. */
  foot: string;
}

export async function readCardLook(db: Kysely<Schema>): Promise<CardLook> {
  const { name, tagline, colors } = await readSettings(db);
  // A site that leaves titles to its visitors' fonts has cards all the same: other sites show no text of ours.
  const font = (await findWantedFont(db)) ?? ownFont;
  return { font, name: name ?? usualName, tagline: tagline ?? '', color: colors?.light ?? usualColor };
}

/** A name for a look: with another one every card is another. */
export function lookId(look: CardLook): string {
  return hashOf([recipe, look.font.identity, look.color, look.name, look.tagline]);
}

export function entryCard(look: CardLook, title: string): CardText {
  return { title, detail: '', foot: look.name };
}

export function siteCard(look: CardLook): CardText {
  return { title: look.name, detail: look.tagline, foot: '' };
}

/** Name of a card: a hash of its content, so that another title has another address. */
export function cardKey({ font, color }: CardLook, { title, detail, foot }: CardText): string {
  return hashOf([recipe, font.identity, color, title, detail, foot]);
}

export function cardFile(key: string): string {
  return cardPath(key).replace('/media/', '');
}

function hashOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
