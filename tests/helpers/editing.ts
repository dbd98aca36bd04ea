import request, { type Response } from 'supertest';
import type { Express } from 'express';
import type { Role } from '#shared/accounts.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Log } from '#server/base/log.ts';
import { readForm } from '#scripts/tools/requests/read-form.ts';
import { anAccount, rightPassword } from './accounts.ts';
import { openSite, type TestSite } from './site.ts';
import type { Files } from './content.ts';
import type { EngineName } from './databases.ts';

/** An editor's browser without script. */
export interface EditorBrowser {
  get(path: string): Promise<Response>;
  /** Fills in the form that is sent to an address of this beginning, and presses the button. */
  send(page: Response, fields: Record<string, string>, button?: Partial<Button>): Promise<Response>;
}

interface Button {
  name: string;
  value: string;
}

export async function openEditSite(
  engine: EngineName,
  files: Files,
  { env = {}, ...options }: { env?: Record<string, string>; log?: Log; clock?: Clock } = {},
): Promise<TestSite & { signIn: SignIn }> {
  const site = await openSite({ engine, files, env, ...options });
  return { ...site, signIn: (role, name) => signIn(site, role, name) };
}

type SignIn = (role?: Role, name?: string) => Promise<SignedInBrowser>;

export interface SignedInBrowser extends EditorBrowser {
  accountId: string;
  /** Cookie header of the browser. */
  cookie: string;
}

let count = 0;

async function signIn(
  { app, services }: Pick<TestSite, 'app' | 'services'>,
  role: Role = 'editor',
  name = '林小青',
): Promise<SignedInBrowser> {
  count += 1;
  const email = `editor${count}@example.com`;
  const { id } = await anAccount(services.db, { email, name, role });
  const signedIn = await request(app)
    .post('/login')
    .type('form')
    .send({ email, password: rightPassword })
    .expect(303);
  const cookie = ([] as string[])
    .concat(signedIn.headers['set-cookie'] ?? [])
    .map((line) => line.split(';')[0])
    .join('; ');
  return { ...browserWith(app, cookie), accountId: id, cookie };
}

export function browserWith(app: Express, cookie: string): EditorBrowser {
  return {
    get(path) {
      const { pathname, search } = new URL(path, 'http://site');
      return request(app)
        .get(pathname + search)
        .set({ Cookie: cookie, Accept: 'text/html' });
    },
    async send(page, fields, button = { name: 'do', value: 'save' }) {
      const form = readForm(page.text, button.value ?? 'save');
      const sent = new Map(form.fields);
      for (const [name, value] of Object.entries(fields)) sent.set(name, value);
      let post = request(app).post(form.action).set({ Cookie: cookie, Accept: 'text/html' });
      for (const [name, value] of sent) post = post.field(name, value.replaceAll('\n', '\r\n'));
      return post.field(button.name ?? 'do', button.value ?? 'save');
    },
  };
}
