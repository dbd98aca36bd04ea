import { setTimeout as delay } from 'node:timers/promises';
import { readForm } from '../tools/requests/read-form.ts';
import { ask, type PageAnswer } from './ask.ts';
import type { Publications } from './publications.ts';

export const article = 'indigo-summer';

const everyMs = 1_000;

export interface PublishingEditor {
  /** Returns the number of refusals with a time to try again since the last call. */
  takeRefused(): number;
  /** Whether a save may be refused for a moment, as a move or a fail-over refuses it. */
  mayRefuse: boolean;
  end(): Promise<void>;
}

interface Tools {
  origin: string;
  password: string;
  publications: Publications;
  fail(what: string): void;
}

/** Signs in, and publishes an article with the next number in its title once a second, as a browser without script does. */
export async function startEditor({
  origin,
  password,
  publications,
  fail,
}: Tools): Promise<PublishingEditor> {
  const cookie = await signIn(origin, password);
  let isOver = false;
  let refused = 0;
  const editor: PublishingEditor = {
    mayRefuse: false,
    takeRefused() {
      const taken = refused;
      refused = 0;
      return taken;
    },
    async end() {
      isOver = true;
      await working;
    },
  };

  async function publish(number: number): Promise<boolean> {
    const address = `${origin}/edit/articles/${article}`;
    const page = await ask(address, { headers: { Cookie: cookie } });
    if (page.status !== 200) {
      fail(`the form of ${article}: ${describe(page)}`);
      return false;
    }
    const { action, fields } = readForm(page.body, 'publish');
    const form = new FormData();
    for (const [name, value] of fields) form.set(name, value);
    form.set('f.title', `藍染 第${number}版`);
    form.set('do', 'publish');
    const answer = await ask(origin + action, { method: 'POST', headers: { Cookie: cookie }, form });
    if (answer.status === 303 && answer.headers.location?.includes('done=published')) return true;
    if (answer.status === 503 && answer.headers['retry-after'] !== undefined && editor.mayRefuse)
      refused += 1;
    else fail(`saving: ${describe(answer)}`);
    return false;
  }

  const working = (async () => {
    for (let number = 1; !isOver; number += 1) {
      if (await publish(number)) publications.add(number);
      await delay(everyMs);
    }
  })();
  return editor;
}

async function signIn(origin: string, password: string): Promise<string> {
  // Otherwise a clock that is ahead by a day ends the session, as it should.
  const form = new URLSearchParams({ email: 'editor@example.com', password, remember: 'on' });
  const answer = await ask(`${origin}/login`, { method: 'POST', form });
  if (answer.status !== 303) throw new Error(`signing in: ${describe(answer)}`);
  return (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
}

export function describe({ status, headers, body }: PageAnswer): string {
  if (status === 0) return `no answer, ${body}`;
  const [, title = ''] = /<title>([^<]*)/.exec(body) ?? [];
  return [status, title, headers['retry-after'] && `Retry-After ${headers['retry-after']}`]
    .filter(Boolean)
    .join(' ');
}
