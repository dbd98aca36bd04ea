import request, { type Response } from 'supertest';
import type { TableBrowser } from './tables.ts';

/** Sends the form for many with all values of each name, as a browser does, and these in place of what was typed. */
export async function pressMany(
  { app, cookie }: TableBrowser,
  page: Response,
  value: string,
  fields: [name: string, value: string][] = [],
): Promise<Response> {
  const [form = '', address = ''] =
    page.text.match(/<form [^>]*action="(\/edit\/\w+\/_many)"[^]*?<\/form>/) ?? [];
  const sent = Array.from(
    form.matchAll(/<input ([^>]*)>/g),
    ([, attributes = '']): [string, string] | null => {
      const of = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      const isTyped = fields.some(([name]) => name === of('name'));
      return of('type') === 'checkbox' || isTyped ? null : [of('name'), of('value')];
    },
  );
  let post = request(app).post(address).set({ Cookie: cookie, Accept: 'text/html' });
  for (const field of [...sent, ...fields]) if (field) post = post.field(...field);
  return post.field('do', value);
}

/** Ticks the boxes of these entries in a list, and presses a button. */
export function chooseMany(
  browser: TableBrowser,
  page: Response,
  ids: readonly string[],
  [value, fields = []]: [value: string, fields?: [string, string][]],
): Promise<Response> {
  const boxes = ids.map((id): [string, string] => {
    const box = page.text.match(new RegExp(`name="chosen" value="(\\d+ ${id})"`))?.[1];
    return ['chosen', box ?? ''];
  });
  return pressMany(browser, page, value, [...fields, ...boxes]);
}
