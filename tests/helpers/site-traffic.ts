import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { rightPassword } from './accounts.ts';
import { limitMs } from './limit.ts';

export interface TrafficAnswer {
  kind: 'write' | 'cold' | 'stored' | 'ready';
  /** Each visitor sends the next request after an answer. */
  visitor: number;
  /** 0: none came. */
  status: number;
  retryAfter: string | null;
}

type Visitor = Pick<TrafficAnswer, 'kind' | 'visitor'>;

export interface Traffic {
  answers: TrafficAnswer[];
  /** Items that the site has acknowledged as saved. */
  acknowledged: string[];
  /** Resolves when each visitor, or each of that kind, has been answered so often from now on. */
  untilAnswered(times: number, kind?: TrafficAnswer['kind']): Promise<void>;
  /** Resolves when all has been answered. */
  end(): Promise<void>;
}

/** Signed-in visitors who save something new again and again, and others who read, all at once. */
export function startTraffic(origin: string, cookies: readonly string[]): Traffic {
  const answers: TrafficAnswer[] = [];
  const acknowledged: string[] = [];
  let isOver = false;
  let last = 0;

  async function send({ kind, visitor }: Visitor, path: string, init: RequestInit = {}): Promise<unknown> {
    const signal = AbortSignal.timeout(limitMs(30_000));
    const response = await fetch(origin + path, { redirect: 'manual', signal, ...init }).catch(() => null);
    const text = (await response?.text().catch(() => null)) ?? null;
    const status = text === null ? 0 : (response?.status ?? 0);
    answers.push({ kind, visitor, status, retryAfter: response?.headers.get('retry-after') ?? null });
    return status === 200 && kind === 'write' ? JSON.parse(text ?? '') : null;
  }

  /** Never the same item again: what was refused may be there all the same, and later. */
  async function write(cookie: string, visitor: Visitor): Promise<void> {
    const item = `article:${new URL(origin).port}-${(last += 1)}`;
    const headers = { Accept: 'application/json', Cookie: cookie };
    const body = new URLSearchParams({ save: item });
    const answer = await send(visitor, '/account/saved', { method: 'POST', headers, body });
    if (answer === null) return;
    if (JSON.stringify(answer) !== '{"seeOther":"/account/saved"}')
      throw new Error(`saving answered ${JSON.stringify(answer)}`);
    acknowledged.push(item);
  }

  const asPerson = { headers: { Accept: 'text/html' } };
  type Visit = [kind: TrafficAnswer['kind'], visit: (visitor: Visitor) => Promise<unknown>];
  const visits: Visit[] = [
    ...cookies.map((cookie): Visit => ['write', (visitor) => write(cookie, visitor)]),
    ['cold', (visitor) => send(visitor, `/articles/none-${(last += 1)}`, asPerson)],
    ['stored', (visitor) => send(visitor, '/product', asPerson)],
    ['ready', (visitor) => send(visitor, '/readyz')],
  ];
  const visiting = visits.map(async ([kind, visit], visitor) => {
    while (!isOver) {
      await visit({ kind, visitor });
      // An account may keep 300, and the site's core is the test's too.
      await delay(60);
    }
  });

  return {
    answers,
    acknowledged,
    async untilAnswered(times, kind) {
      const from = answers.length;
      const waited = visits.flatMap(([of], visitor) => (kind === undefined || kind === of ? visitor : []));
      const counts = () =>
        waited.map((visitor) => answers.slice(from).filter((answer) => answer.visitor === visitor).length);
      await expect.poll(() => Math.min(...counts())).toBeGreaterThanOrEqual(times);
    },
    async end() {
      isOver = true;
      await Promise.all(visiting);
    },
  };
}

/** The cookies of a browser that has signed in. */
export async function signInAt(origin: string, email: string): Promise<string> {
  const body = new URLSearchParams({ email, password: rightPassword });
  const headers = { Accept: 'application/json' };
  const response = await fetch(`${origin}/login`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`signing in answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}
