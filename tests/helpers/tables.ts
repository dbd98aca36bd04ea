import request, { type Response } from 'supertest';
import type { Express } from 'express';

const address = '/edit/products/_table';

/** A browser of an editor, as far as tables need it. */
export interface TableBrowser {
  app: Express;
  cookie: string;
}

/** Sends a file to the page of the table. */
export async function sendTable({ app, cookie }: TableBrowser, file: Buffer): Promise<Response> {
  return request(app)
    .post(address)
    .set({ Cookie: cookie, Accept: 'text/html' })
    .attach('file', file, { filename: 'products.csv', contentType: 'text/csv' })
    .field('table', '')
    .field('do', 'check')
    .field('whole', 'yes');
}

/** The file of the table. */
export async function exportedTable({ app, cookie }: TableBrowser): Promise<Buffer> {
  const { body } = await request(app)
    .get(`${address}/export`)
    .set({ Cookie: cookie })
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  return body;
}

/** Text of a page without its marks, a line for each element. */
export function wordsOf({ text }: Pick<Response, 'text'>): string {
  return text
    .replace(/^[^]*<main[^>]*>/, '')
    .replace(/<\/main>[^]*$/, '')
    .replace(/<textarea[^]*?<\/textarea>/g, '')
    .replace(/<\/(?:li|p|h1|h2|td|tr|div|button)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&gt;', '>')
    .replace(/\n+/g, '\n');
}
