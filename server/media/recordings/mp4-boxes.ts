/** A piece of an MP4 file: its type, and where its header, its content and its end are. */
export interface Mp4Box {
  type: string;
  start: number;
  contentStart: number;
  end: number;
}

/** Reads the header of a box from up to 16 bytes. Null when no box begins with them, or it does not fit. */
export function readBoxHeader(header: Buffer, start: number, limit: number): Mp4Box | null {
  if (header.length < 8) return null;
  const short = header.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && header.length < 16) return null;
  // 0: to the end of the file.
  const length = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? limit - start : short;
  const contentStart = start + (isLong ? 16 : 8);
  const end = start + length;
  if (end < contentStart || end > limit) return null;
  return { type: header.toString('latin1', 4, 8), start, contentStart, end };
}

/** The boxes in a part of a file that is in memory. Null when it is no row of boxes. */
export function listBoxes(data: Buffer, from: number, to: number): Mp4Box[] | null {
  const boxes: Mp4Box[] = [];
  for (let at = from; at < to;) {
    const box = readBoxHeader(data.subarray(at, Math.min(at + 16, to)), at, to);
    if (box === null) return null;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Properties of a track. */
export interface Mp4Track {
  /** `vide`, `soun`, or something else. */
  handler: string;
  /** Coding, such as `avc1`. */
  codec: string;
  /** Size as it is shown: a telephone's upright film is stored lying, with a note to turn it. */
  width: number;
  height: number;
}

/** Null when the track is broken. */
export function readTrack(data: Buffer, track: Mp4Box): Mp4Track | null {
  const header = findBox(data, track, ['tkhd']);
  const handler = findBox(data, track, ['mdia', 'hdlr']);
  const samples = findBox(data, track, ['mdia', 'minf', 'stbl', 'stsd']);
  if (!header || !handler || !samples) return null;
  // Its times have 64 bits in version 1.
  const matrix = header.contentStart + (data[header.contentStart] === 1 ? 52 : 40);
  if (
    matrix + 44 > header.end ||
    handler.contentStart + 12 > handler.end ||
    samples.contentStart + 16 > samples.end
  )
    return null;
  const [width, height] = [data.readUInt32BE(matrix + 36) / 65_536, data.readUInt32BE(matrix + 40) / 65_536];
  const isTurned = data.readInt32BE(matrix) === 0 && data.readInt32BE(matrix + 16) === 0;
  return {
    handler: data.toString('latin1', handler.contentStart + 8, handler.contentStart + 12),
    codec: data.toString('latin1', samples.contentStart + 12, samples.contentStart + 16),
    width: Math.round(isTurned ? height : width),
    height: Math.round(isTurned ? width : height),
  };
}

function findBox(data: Buffer, within: Mp4Box, path: readonly string[]): Mp4Box | null {
  let inner: Mp4Box | undefined = within;
  for (const type of path) {
    inner = inner && (listBoxes(data, inner.contentStart, inner.end) ?? []).find((box) => box.type === type);
  }
  return inner ?? null;
}
