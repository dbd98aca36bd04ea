import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { listChildren } from '#scripts/tools/servers/other-processes.ts';
import type { MediaFile } from '#server/content/media-files/media-files.ts';
import { startUploadProgram } from '#server/content/media-files/start-upload-program.ts';
import { startAccountSite } from '../helpers/account-site.ts';
import { rightPassword } from '../helpers/accounts.ts';
import { aDrawing } from '../helpers/content.ts';
import { temporaryFolder } from '../helpers/databases.ts';
import { picture } from '../helpers/picture-store.ts';

test('the built program examines files, and one that is killed is another for the next', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'a');
  writeFileSync(file, aDrawing);
  const program = startUploadProgram(path.join(production.outDir, 'upload-program.js'));
  onTestFinished(() => program.close());
  const before = new Set(listChildren(process.pid));
  const examined = await program.examine(file);
  expect(examined).toMatchObject({ media: { contentType: 'image/svg+xml', width: 40 } });
  const [pid] = listChildren(process.pid).filter((child) => !before.has(child));
  process.kill(pid ?? 0, 'SIGSTOP');
  const failing = program.examine(file);
  const waiting = program.examine(file);
  process.kill(pid ?? 0, 'SIGKILL');
  await expect(failing).rejects.toThrow('could not examine one: it has ended');
  expect(await waiting).toEqual(examined);
});

test('a program that takes too long is ended, and the file fails', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'program.mjs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, 'process.on("message", () => {});');
  const program = startUploadProgram(file, { maxMs: 50 });
  onTestFinished(() => program.close());
  await expect(program.examine(file)).rejects.toThrow('it took longer than 50 ms');
});

test('a file on its way to a slow store is not ended while bytes of any go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const file = path.join(temporaryFolder(), 'program.mjs');
  // Bytes go on when the second file comes, and the first one is stored with the third.
  writeFileSync(
    file,
    `let first = null;
     process.on('message', ({ id }) => {
       if (first === null) return (first = id);
       process.send({ isSending: true });
       process.send({ id, value: null });
       if (id > first + 1) process.send({ id: first, value: null });
     });`,
  );
  const program = startUploadProgram(file, { maxMs: 1_000 });
  onTestFinished(() => program.close());
  const media = { path: 'media/a.mp4' } as unknown as MediaFile;
  const slow = program.store(media);
  vi.advanceTimersByTime(900);
  await program.store(media);
  vi.advanceTimersByTime(900);
  await program.store(media);
  await slow;
});

test('a program is not ended for want of work while it has some, after several files that ended at one moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const file = path.join(temporaryFolder(), 'program.mjs');
  // The end of the first program is the end of two files. The third is stored with the fourth.
  writeFileSync(
    file,
    `process.on('message', ({ id }) => {
       if (id === 2) process.exit();
       if (id !== 4) return;
       process.send({ id: 3, value: null });
       process.send({ id, value: null });
     });`,
  );
  const program = startUploadProgram(file, { idleMs: 1_000 });
  onTestFinished(() => program.close());
  const media = { path: 'media/a.jpg' } as unknown as MediaFile;
  const ended = await Promise.allSettled([program.store(media), program.store(media)]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  vi.advanceTimersByTime(900);
  const third = program.store(media);
  vi.advanceTimersByTime(900);
  await Promise.all([third, program.store(media)]);
});

test('the built site stores an upload that is seen at once, and its program ends with it', async () => {
  const { origin, db } = await startAccountSite({}, 'editor');
  const signedIn = await fetch(`${origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: 'lin@example.com', password: rightPassword }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const photo = await picture(1200, 900).jpeg().toBuffer();
  const sent = await fetch(`${origin}/edit/media/_upload?name=a.jpg`, {
    method: 'PUT',
    headers: { cookie },
    body: new Uint8Array(photo),
  });
  expect(sent.status).toBe(201);
  const { media } = (await sent.json()) as { media: { path: string; thumbnail: string } };
  expect((await fetch(origin + media.thumbnail)).status).toBe(200);
  const stored = db.read.selectFrom('media').select('width').where('path', '=', media.path);
  expect(await stored.executeTakeFirst()).toEqual({ width: 1200 });
});
