import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Recording } from './examine-recording.ts';
import { originalName, publicName, putMissing, type MediaStore } from '../store/media-store.ts';

interface StoredRecording {
  sourceFile: string;
  file: string;
  served: string;
  recording: Recording;
}

/** Copies the file into the store, with the visitors' part of it beside; never the whole of it through memory. */
export async function storeRecording(
  { sourceFile, file, served, recording }: StoredRecording,
  store: MediaStore,
): Promise<void> {
  await putMissing(store, originalName(file), (temporary) => copyFile(sourceFile, temporary));
  const { from, to, notes } = recording;
  await putMissing(store, publicName(served), async (temporary) => {
    await pipeline(createReadStream(sourceFile, { start: from, end: to - 1 }), createWriteStream(temporary));
    const handle = await open(temporary, 'r+');
    for (const { start, contentStart, end } of notes) {
      // A box that is free to be used is skipped by every player, and nothing behind it moves.
      await handle.write('free', start + 4 - from, 'latin1');
      await emptyPart(handle, contentStart - from, end - from);
    }
    await handle.close();
  });
}

async function emptyPart(
  handle: Awaited<ReturnType<typeof open>>,
  start: number,
  end: number,
): Promise<void> {
  const nothing = Buffer.alloc(64 * 1024);
  for (let at = start; at < end; at += nothing.length) {
    await handle.write(nothing, 0, Math.min(nothing.length, end - at), at);
  }
}
