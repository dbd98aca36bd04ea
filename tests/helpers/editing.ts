import request, { type Response } from 'supertest';
import type { Express } from 'express';
import type { Role } from '#shared/accounts.ts';
import { anAccount, rightPassword } from './accounts.ts';
import { openSite, type TestSite } from './site.ts';
import type { Files } from './content.ts';
import type { EngineName } from './databases.ts';

/** Somebody with a browser without script. */
export interface EditorBrowser {
  get(path: string): Promise<Response>;
  /** Fills in the form that is sent to an address of this beginning, and presses the button. */
  send(page: Response, fields: Record<string, string>, button?: Partial<Button>): Promise<Response>;
}

interface Button {
  name: string;
  value: string;
}

interface SentForm {
  action: string;
  fields: [name: string, value: string][];
}

export async function openEditSite(engine: EngineName, files: Files): Promise<TestSite & { signIn: SignIn }> {
  const site = await openSite({ engine, files });
  return { ...site, signIn: (role, name) => signIn(site, role, name) };
}

type SignIn = (role?: Role, name?: string) => Promise<EditorBrowser & { accountId: string }>;

let count = 0;

async function signIn(
  { app, services }: Pick<TestSite, 'app' | 'services'>,
  role: Role = 'editor',
  name = '林小青',
): Promise<EditorBrowser & { accountId: string }> {
  count += 1;
  const email = `editor${count}@example.com`;
  const { id } = await anAccount(services.db, { email, name, role });
  const signedIn = await request(app)
    .post('/login')
    .type('form')
    .send({ email, password: rightPassword })
    .expect(303);
  const cookies = ([] as string[])
    .concat(signedIn.headers['set-cookie'] ?? [])
    .map((line) => line.split(';')[0]);
  return { ...browserWith(app, cookies.join('; ')), accountId: id };
}

export function browserWith(app: Express, cookie: string): EditorBrowser {
  return {
    get: (path) =>
      request(app)
        .get(encodeURI(decodeURI(path)))
        .set({ Cookie: cookie, Accept: 'text/html' }),
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

/** The form with that button, as a browser would send it untouched. */
export function readForm(html: string, button: string): SentForm {
  const forms = [...html.matchAll(/<form [^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form);
  const form = forms.find((text) => text.includes(`value="${button}"`)) ?? forms[0] ?? '';
  const action = unescape(/ action="([^"]*)"/.exec(form)?.[1] ?? '');
  const fields: [string, string][] = [];
  for (const [, attributes = ''] of form.matchAll(/<input ([^>]*)>/g)) {
    const name = attributeOf(attributes, 'name');
    if (/type="(?:radio|checkbox)"/.test(attributes) && !/ checked=/.test(attributes)) continue;
    if (name !== null) fields.push([name, attributeOf(attributes, 'value') ?? '']);
  }
  for (const [, attributes = '', text = ''] of form.matchAll(/<textarea ([^>]*)>([\s\S]*?)<\/textarea>/g)) {
    const name = attributeOf(attributes, 'name');
    // A browser leaves out the line feed with which a text area begins.
    if (name !== null) fields.push([name, unescape(text.replace(/^\n/, ''))]);
  }
  for (const [, attributes = '', options = ''] of form.matchAll(/<select ([^>]*)>([\s\S]*?)<\/select>/g)) {
    const name = attributeOf(attributes, 'name');
    const chosen =
      /<option value="([^"]*)" selected/.exec(options) ?? /<option selected="" value="([^"]*)"/.exec(options);
    const first = /<option value="([^"]*)"/.exec(options);
    if (name !== null) fields.push([name, unescape((chosen ?? first)?.[1] ?? '')]);
  }
  return { action, fields };
}

function attributeOf(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes);
  return match ? unescape(match[1] ?? '') : null;
}

function unescape(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
