import type { BrowserContextOptions, Page } from 'playwright-core';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { insertAccount } from '#server/features/accounts/account-queries.ts';
import { hashPassword } from '#server/features/accounts/passwords/password-hash.ts';
import type { Browser } from '#scripts/tools/chromium.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';

const password = '茶席旁邊的三張椅子 2026';
const people = { admin: '林小青', editor: '陳又芳', author: '張若水' } as const;
const emailOf = (role: Person) => `${role}@example.com`;

type Person = keyof typeof people;

/** People at work in the edit area. Each page has a browser state of its own, in which nothing was typed before. */
export interface EditDesk {
  open(who: Person, path: string): Promise<Page>;
}

export async function makePeople(db: Database): Promise<void> {
  const passwordHash = await hashPassword(password);
  const createdAt = new Date().toISOString();
  for (const role of ['admin', 'editor', 'author'] as const) {
    const account = { email: emailOf(role), name: people[role], role, passwordHash, createdAt };
    await writeTransaction(db, (trx) => insertAccount(trx, account));
  }
}

/** A desk on a site with the accounts of `makePeople`. */
export function createDesk(
  browser: () => Browser,
  origin: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): EditDesk {
  const sessions = new Map<Person, Promise<Session>>();
  return {
    async open(who, path) {
      let session = sessions.get(who);
      if (session === undefined) sessions.set(who, (session = signIn(browser(), origin, who)));
      const storageState = await session;
      const context = await browser().newContext({ userAgent, ...options, storageState });
      const page = await context.newPage();
      await prepare(page);
      await page.goto(origin + path);
      return page;
    },
  };
}

type Session = NonNullable<Exclude<BrowserContextOptions['storageState'], string>>;

async function signIn(browser: Browser, origin: string, who: Person): Promise<Session> {
  const context = await browser.newContext({ userAgent });
  const answer = await context.request.post(`${origin}/login`, {
    form: { email: emailOf(who), password },
    headers: { Accept: 'text/html' },
    maxRedirects: 0,
  });
  if (answer.status() !== 303) throw new Error(`signing in answered ${answer.status()}`);
  const session = await context.storageState();
  await context.close();
  return session;
}
