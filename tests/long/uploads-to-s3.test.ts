import { readdirSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { originalName } from '#server/media/store/media-store.ts';
import { post } from '../helpers/accounts.ts';
import { aDrawing } from '../helpers/content.ts';
import { engines, silentLog, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { picture } from '../helpers/picture-store.ts';
import { aFilm } from '../helpers/recordings.ts';
import { anS3Service } from '../helpers/s3-service.ts';
import { aClockAt } from '../helpers/site.ts';
import { findWithoutFile, listIncoming, putFile, sendFiles } from '../helpers/uploads.ts';

async function openLibrary(engine: EngineName = 'sqlite', env: Record<string, string> = {}) {
  const service = await anS3Service();
  const site = await openEditSite(engine, {}, { env: { ...service.env, ...env } });
  const { cookie } = await site.signIn();
  const { db, media, config } = site.services;
  return {
    ...site,
    service,
    sender: { app: site.app, cookie },
    rows: () => db.read.selectFrom('media').select(['path', 'file', 'served']).orderBy('path').execute(),
    work: (at = '2030-01-01T00:00:00Z') =>
      runMediaJobs({ db, store: media.store, clock: aClockAt(at), log: silentLog }),
    async names() {
      const names: string[] = [];
      for await (const { name } of media.store.list()) names.push(path.basename(name));
      return names.sort();
    },
    /** Files of this machine that are left of uploads. */
    left: () => [...listIncoming(site.services), ...filesOf(path.join(config.dataDir, 'cache'))],
  };
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

const photo = (color = '#3a7') => picture(700, 500, color).jpeg().toBuffer();

describe.for(engines)('uploads to S3, on %s,', (engine) => {
  test('are seen, replaced and deleted as in a folder, and leave nothing on this machine', async () => {
    const { app, services, sender, rows, work, names, left } = await openLibrary(engine);
    const { body } = await putFile(sender, { name: '春茶.jpg', content: await photo() });
    const { path: place, thumbnail } = body.media;
    await request(app).get(thumbnail).expect(200);
    expect((await putFile(sender, { name: '影片.mp4', content: aFilm() })).status).toBe(201);
    expect(await findWithoutFile(services)).toEqual([]);
    await work();
    expect(await names()).toEqual(expect.arrayContaining(['320.avif', '320.webp', '700.webp']));

    const replacing = [{ name: 'x.jpg', content: await photo('#c33') }];
    const replaced = await sendFiles(sender, replacing, encodeURI(`/edit/media/_replace/${place}`));
    expect(replaced.status).toBe(303);
    expect(await findWithoutFile(services)).toEqual([]);

    for (const row of await rows())
      await post(app, encodeURI(`/edit/${row.path}`), { do: 'remove' }, sender.cookie).expect(303);
    await work('2040-01-01T00:00:00Z');
    expect(await names()).toEqual([]);
    expect(left()).toEqual([]);
  });

  test('bring a file back that the store has lost', async () => {
    const { services, sender, rows } = await openLibrary(engine);
    const file = { name: '春茶.jpg', content: await photo() };
    await putFile(sender, file);
    const [row] = await rows();
    await services.media.store.remove(originalName(row?.file ?? ''));
    expect(await findWithoutFile(services)).toHaveLength(1);
    expect((await putFile(sender, file)).body.media.isPresent).toBe(true);
    expect(await findWithoutFile(services)).toEqual([]);
  });

  test('come twenty at once: each is stored, or told to come again', async () => {
    const { services, sender, rows, left } = await openLibrary(engine);
    const files = Array.from({ length: 20 }, (_, n) => ({
      name: `${n}.svg`,
      content: aDrawing.replace('86ad7f', String(100_000 + n)),
    }));
    for (let rest = files, rounds = 0; rest.length > 0; rounds += 1) {
      const answers = await Promise.all(rest.map((file) => putFile(sender, file)));
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused.map(({ status, body }) => [status, body.problem])).toEqual(
        refused.map(() => [503, 'busy']),
      );
      expect(rounds).toBeLessThan(5);
      rest = rest.filter((_, n) => answers[n]?.status !== 201);
    }
    expect(await rows()).toHaveLength(20);
    expect(await findWithoutFile(services)).toEqual([]);
    expect(left()).toEqual([]);
  });
});

describe('a store that', () => {
  test('is too busy for a moment takes the upload at the next try', async () => {
    const { services, sender, service } = await openLibrary();
    Object.assign(service, { mishap: 'slow-down', mishaps: 2 });
    expect((await putFile(sender, { name: 'a.svg', content: aDrawing })).status).toBe(201);
    expect(await findWithoutFile(services)).toEqual([]);
  });

  test.for([
    ['is too busy', { mishap: 'slow-down' }, {}],
    ['refuses the key', {}, { AWS_SECRET_ACCESS_KEY: 'OTHER' }],
    ['does not listen', 'leave', {}],
  ] as const)('%s has the upload answered with a sentence, and nothing is left', async ([, mishap, env]) => {
    const { sender, service, rows, left } = await openLibrary('sqlite', env);
    if (mishap === 'leave') await service.leave();
    else Object.assign(service, mishap);
    const answer = await putFile(sender, { name: 'a.jpg', content: await photo() });
    expect([answer.status, answer.body.problem]).toEqual([503, 'failed']);
    expect(answer.body.text).toMatch(/。$/);
    expect(answer.headers['retry-after']).toBe('10');
    expect(await rows()).toEqual([]);
    expect(left()).toEqual([]);
  });

  test('is silent has the upload answered after four waits', async () => {
    const { sender, service, rows, left } = await openLibrary();
    service.mishap = 'hangs';
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let answer: request.Response | null = null;
    const sent = putFile(sender, { name: 'a.svg', content: aDrawing }).then((got) => (answer = got));
    for (let tries = 1; tries <= 4; tries += 1) {
      await expect.poll(() => service.heard.length).toBe(tries);
      expect(answer).toBeNull();
      vi.advanceTimersByTime(10_000);
    }
    expect((await sent).status).toBe(503);
    expect(await rows()).toEqual([]);
    expect(left()).toEqual([]);
  });
});
