import type { Express } from 'express';
import request, { type Response } from 'supertest';
import { readForm } from '#scripts/tools/requests/read-form.ts';

interface Sender {
  app: Express;
  cookie: string;
  tab?: string;
}

/** Sends the main form of a page as its script does while somebody types, with these texts in it. */
export function sendAutosave(
  { app, cookie, tab = 'a1b2c3d4e5f6' }: Sender,
  page: Response,
  fields: Record<string, string>,
) {
  const form = readForm(page.text, 'save');
  const [action = '', query = ''] = form.action.split('?');
  let put = request(app).put(`${action}/autosave?${query}&tab=${tab}`).set({ Cookie: cookie });
  for (const [name, value] of new Map([...form.fields, ...Object.entries(fields)]))
    put = put.field(name, value);
  return put;
}
