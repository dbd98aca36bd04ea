import { setTimeout as delay } from 'node:timers/promises';
import { rightPassword } from './accounts.ts';

export interface TrafficAnswer {
  kind: 'write' | 'cold' | 'stored' | 'ready';
  /** 0: none came. */
  status: number;
  ms: number;
  retryAfter: string | null;
}

export interface Traffic {
  answers: TrafficAnswer[];
  /** What the site said is saved. */
  acknowledged: string[];
  /** Resolves when all has been answered. */
  end(): Promise<void>;
}

/** Signed-in visitors who save something new again and again, and others who read, all at once. */
export function startTraffic(origin: string, cookies: readonly string[]): Traffic {
  const answers: TrafficAnswer[] = [];
  const acknowledged: string[] = [];
  let isOver = false;
  let last = 0;

  async function send(kind: TrafficAnswer['kind'], path: string, init: RequestInit = {}): Promise<unknown> {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(30_000);
    const response = await fetch(origin + path, { redirect: 'manual', signal, ...init }).catch(() => null);
    const text = (await response?.text().catch(() => null)) ?? null;
    const ms = performance.now() - startedAt;
    const status = text === null ? 0 : (response?.status ?? 0);
    answers.push({ kind, status, ms, retryAfter: response?.headers.get('retry-after') ?? null });
    return status === 200 && kind === 'write' ? JSON.parse(text ?? '') : null;
  }

  /** Never the same item again: what was refused may be there all the same, and later. */
  async function write(cookie: string): Promise<void> {
    const item = `article:${new URL(origin).port}-${(last += 1)}`;
    const headers = { Accept: 'application/json', Cookie: cookie };
    const body = new URLSearchParams({ save: item });
    const answer = await send('write', '/account/saved', { method: 'POST', headers, body });
    if (answer === null) return;
    if (JSON.stringify(answer) !== '{"seeOther":"/account/saved"}')
      throw new Error(`saving answered ${JSON.stringify(answer)}`);
    acknowledged.push(item);
  }

  const asPerson = { headers: { Accept: 'text/html' } };
  const visitors = [
    ...cookies.map((cookie) => () => write(cookie)),
    () => send('cold', `/articles/none-${(last += 1)}`, asPerson),
    () => send('stored', '/product', asPerson),
    () => send('ready', '/readyz'),
  ].map(async (visit) => {
    while (!isOver) {
      await visit();
      // An account may keep 300, and the site's core is the test's too.
      await delay(60);
    }
  });

  return {
    answers,
    acknowledged,
    async end() {
      isOver = true;
      await Promise.all(visitors);
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
