import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Express } from 'express';
import request, { type Response } from 'supertest';
import { originalName } from '#server/media/store/media-store.ts';
import type { Services } from '#server/services.ts';

export interface SentFile {
  name: string;
  content: Buffer | string;
}

interface Sender {
  app: Express;
  cookie: string;
}

/** Sends files as a browser without script does. */
export function sendFiles({ app, cookie }: Sender, files: readonly SentFile[], address = '/edit/media') {
  let sent = request(app).post(address).set({ Accept: 'text/html', Cookie: cookie });
  for (const { name, content } of files) sent = sent.attach('file', Buffer.from(content), name);
  return sent.field('whole', 'yes');
}

/** Sends a file as the script does. */
export function putFile({ app, cookie }: Sender, { name, content }: SentFile): Promise<Response> {
  return request(app)
    .put(`/edit/media/_upload?name=${encodeURIComponent(name)}`)
    .set({ Cookie: cookie, 'Content-Type': 'application/octet-stream' })
    .send(Buffer.from(content));
}

/** Files that are left where uploads arrive. */
export function listIncoming({ config }: Pick<Services, 'config'>): string[] {
  try {
    return readdirSync(path.join(config.dataDir, 'incoming'));
  } catch {
    return [];
  }
}

/** Paths of the library whose original, or file for visitors, is not in the store. */
export async function findWithoutFile({
  db,
  media,
}: Pick<Services, 'db'> & { media: Pick<Services['media'], 'store'> }): Promise<string[]> {
  const rows = await db.read.selectFrom('media').select(['path', 'file', 'served']).execute();
  const lost: string[] = [];
  for (const row of rows)
    for (const name of [originalName(row.file), `media/${row.served}`])
      if ((await media.store.stat(name)) === null) lost.push(`${row.path}: ${name}`);
  return lost;
}
