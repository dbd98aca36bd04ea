import { open, type FileHandle } from 'node:fs/promises';
import { listBoxes, readBoxHeader, readTrack, type Mp4Box, type Mp4Track } from './mp4-boxes.ts';
import { findMp3Sound } from './mp3-frames.ts';

/** A film or a piece of sound, with the part of its file that visitors get. */
export interface Recording {
  /** Width of a film as it is shown. */
  width: number | null;
  height: number | null;
  /** The bytes that are served. */
  from: number;
  to: number;
  /** Ranges to be emptied in these bytes: notes of the person who recorded it, such as the place. */
  notes: readonly { start: number; contentStart: number; end: number }[];
}

export type RecordingFormat = 'mp4' | 'm4a' | 'mp3';

export type RecordingProblem = [wrong: string, right: string];

/** Looks at a file without reading all of it, which may be large. */
export async function examineRecording(
  file: string,
  size: number,
  format: RecordingFormat,
): Promise<Recording | RecordingProblem> {
  const handle = await open(file);
  try {
    if (format === 'mp3') {
      const sound = await findMp3Sound((at, length) => readAt(handle, at, length), size);
      return sound === null
        ? ['the file is not MP3', 'save it as MP3 again']
        : { width: null, height: null, notes: [], ...sound };
    }
    return await examineMp4(handle, size, format);
  } finally {
    await handle.close();
  }
}

async function examineMp4(
  handle: FileHandle,
  size: number,
  format: 'mp4' | 'm4a',
): Promise<Recording | RecordingProblem> {
  const boxes = await listTopBoxes(handle, size);
  const movie = boxes?.find(({ type }) => type === 'moov');
  if (!boxes || boxes[0]?.type !== 'ftyp' || !movie || !boxes.some(({ type }) => type === 'mdat'))
    return [`the file is not a whole MP4 file`, `save it as ${format.toUpperCase()} again`];
  if (movie.end - movie.start > maxIndexBytes) return ['its index is too large', 'cut it into several'];
  const data = await readAt(handle, movie.start, movie.end - movie.start);
  const inside = listBoxes(data, movie.contentStart - movie.start, data.length);
  const trackBoxes = inside?.filter(({ type }) => type === 'trak') ?? [];
  const tracks = trackBoxes.map((box) => readTrack(data, box)).filter((track) => track !== null);
  if (!inside || tracks.length !== trackBoxes.length || tracks.length === 0)
    return ['its index is broken', `save it as ${format.toUpperCase()} again`];
  const problem = findTrackProblem(tracks, format);
  if (problem) return problem;
  const ofTracks = trackBoxes.flatMap((box) => listBoxes(data, box.contentStart, box.end) ?? []);
  const notes = [
    ...boxes.filter(isNote),
    ...[...inside, ...ofTracks].filter(isNote).map((box) => moved(box, movie.start)),
  ];
  const film = tracks.find(({ handler }) => handler === 'vide');
  return { width: film?.width ?? null, height: film?.height ?? null, from: 0, to: size, notes };
}

const maxIndexBytes = 32 * 1024 * 1024;

async function listTopBoxes(handle: FileHandle, size: number): Promise<Mp4Box[] | null> {
  const boxes: Mp4Box[] = [];
  for (let at = 0; at < size;) {
    const box = readBoxHeader(await readAt(handle, at, Math.min(16, size - at)), at, size);
    if (box === null || boxes.length > maxTopBoxes) return null;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

const maxTopBoxes = 1_000;

/** Codecs that all browsers of today play. */
const filmCodecs: ReadonlySet<string> = new Set(['avc1', 'avc3', 'av01', 'vp09']);
const soundCodecs: ReadonlySet<string> = new Set(['mp4a', 'Opus']);

function findTrackProblem(tracks: readonly Mp4Track[], format: 'mp4' | 'm4a'): RecordingProblem | null {
  const films = tracks.filter(({ handler }) => handler === 'vide');
  const other = tracks.find(({ handler }) => handler !== 'vide' && handler !== 'soun');
  if (other)
    return [
      `the file has a track of the kind ${printable(other.handler)}`,
      'save it with picture and sound alone',
    ];
  if (format === 'm4a' && films.length > 0) return ['the file is a film, but ends in .m4a', 'name it .mp4'];
  if (format === 'mp4' && films.length === 0)
    return ['the file is sound alone, but ends in .mp4', 'name it .m4a'];
  if (films.length > 1) return ['the file has several films', 'save it with one'];
  const unknown = tracks.find(({ handler, codec }) =>
    handler === 'vide' ? !filmCodecs.has(codec) : !soundCodecs.has(codec),
  );
  if (unknown)
    return [
      `not every browser plays what is coded as ${printable(unknown.codec)}`,
      'save it as H.264 with AAC',
    ];
  if (films.some(({ width, height }) => width === 0 || height === 0))
    return ['the film has no size', 'save it as MP4 again'];
  return null;
}

function printable(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, '?');
}

function isNote({ type }: Mp4Box): boolean {
  return type === 'udta' || type === 'meta' || type === 'uuid';
}

function moved({ type, start, contentStart, end }: Mp4Box, by: number): Mp4Box {
  return { type, start: start + by, contentStart: contentStart + by, end: end + by };
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const data = Buffer.alloc(length);
  const { bytesRead } = await handle.read(data, 0, length, at);
  return data.subarray(0, bytesRead);
}
