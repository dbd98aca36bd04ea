import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { maxFilmBytes, maxSoundBytes } from '#shared/editing/uploads.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';
import {
  examineRecording,
  type Recording,
  type RecordingFormat,
} from '#server/media/recordings/examine-recording.ts';
import { recordingName } from '#server/media/pictures/picture-names.ts';

export interface RecordingFile {
  /** The path by which content names it: `media/…`, NFC. */
  path: string;
  /** The file from which it is read. */
  sourceFile: string;
  file: string;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  served: string;
  blur: null;
  recording: Recording;
}

const formats: ReadonlyMap<string, { format: RecordingFormat; contentType: string; maxBytes: number }> =
  new Map([
    ['.mp4', { format: 'mp4', contentType: 'video/mp4', maxBytes: maxFilmBytes }],
    ['.m4a', { format: 'm4a', contentType: 'audio/mp4', maxBytes: maxSoundBytes }],
    ['.mp3', { format: 'mp3', contentType: 'audio/mpeg', maxBytes: maxSoundBytes }],
  ]);

export const recordingEndings: readonly string[] = [...formats.keys()];

/** Looks at a film or a piece of sound. Null when its ending is of neither. */
export async function inspectRecording(
  sourceFile: string,
  mediaPath: string,
  ending: string,
): Promise<RecordingFile | Problem | null> {
  const expected = formats.get(ending);
  if (!expected) return null;
  const problem = (wrong: string, right: string): Problem => ({ file: mediaPath, line: 1, wrong, right });
  const { format, contentType, maxBytes } = expected;
  const { size } = await stat(sourceFile);
  if (size > maxBytes) return problem(`the file has ${size} bytes`, `use at most ${maxBytes}`);
  const recording = await examineRecording(sourceFile, size, format);
  if (!('notes' in recording)) return problem(...recording);
  const file = `${await hashOfFile(sourceFile)}${ending}`;
  const { width, height } = recording;
  const stored = { file, contentType, bytes: size, width, height, served: recordingName(file), blur: null };
  return { path: mediaPath, sourceFile, ...stored, recording };
}

/** 96 bits, as for pictures. */
async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex').slice(0, 24);
}
