import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './ask.ts';
import { article, describe } from './editor.ts';
import { readNumber, type Publications } from './publications.ts';

export interface Visitors {
  /** Returns the observations since the last call. */
  take(): Seen;
  /** Whether a page may be older than the limit now, for example while a cache in front is unreachable. */
  mayBeOld: boolean;
  end(): Promise<void>;
}

export interface Seen {
  answers: number;
  /** The age of the oldest page, in ms. */
  oldestMs: number;
}

interface Tools {
  origin: string;
  publications: Publications;
  fail(what: string): void;
}

/** Age limit for a published change: it takes some ten milliseconds, and the machine may be busy. */
export const maxAgeMs = 2_000;

const clients = 3;
const pauseMs = 60;

/** The pages that show the title of the article, and others. */
const pages = [
  { path: `/articles/${article}`, hasTitle: true },
  { path: '/product', hasTitle: false },
  { path: '/articles', hasTitle: true },
  { path: '/', hasTitle: false },
  { path: `/articles/${article}/_payload.json`, hasTitle: true },
  { path: '/feed.xml', hasTitle: false },
  { path: '/healthz', hasTitle: false },
];

/** Requests pages and one of their pictures all the while, and reports each failure and each page that is too old. */
export async function startVisitors({ origin, publications, fail }: Tools): Promise<Visitors> {
  const picture = await findPicture(origin);
  // By another address each time: no cache has it.
  const pictureOf = (round: number) => ({ path: `${picture}?${round}`, hasTitle: false });
  let seen: Seen = { answers: 0, oldestMs: 0 };
  let isOver = false;

  async function visit({ path, hasTitle }: (typeof pages)[number]): Promise<void> {
    const askedAt = performance.now();
    const { mayBeOld } = visitors;
    const answer = await ask(origin + path);
    seen.answers += 1;
    if (answer.status !== 200) return fail(`${path}: ${describe(answer)}`);
    if (!hasTitle || mayBeOld) return;
    const shown = readNumber(answer.body);
    const ageMs = publications.ageOf(shown, askedAt);
    seen.oldestMs = Math.max(seen.oldestMs, ageMs);
    if (ageMs > maxAgeMs) fail(`${path}: shows number ${shown}, which was ${ageMs.toFixed(0)} ms too old`);
  }

  const visitors: Visitors = {
    mayBeOld: false,
    take() {
      const taken = seen;
      seen = { answers: 0, oldestMs: 0 };
      return taken;
    },
    async end() {
      isOver = true;
      await Promise.all(working);
    },
  };

  const working = Array.from({ length: clients }, async (_, client) => {
    for (let round = client; !isOver; round += 1) {
      await visit(pages[round % (pages.length + 1)] ?? pictureOf(round));
      await delay(pauseMs);
    }
  });

  return visitors;
}

async function findPicture(origin: string): Promise<string> {
  const { body } = await ask(`${origin}/product`);
  const [, picture] = /\bsrc="(\/media\/[^"]+)"/.exec(body) ?? [];
  if (picture === undefined) throw new Error('/product shows no picture');
  return picture;
}
