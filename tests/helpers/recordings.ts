/** A piece of an MP4 file. */
function box(type: string, ...content: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

function numbers(...values: number[]): Buffer {
  const data = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) data.writeInt32BE(value | 0, 4 * index);
  return data;
}

interface Track {
  handler: string;
  codec: string;
  width?: number;
  height?: number;
  /** Rotation, as a phone records it when held upright. */
  isTurned?: boolean;
}

function track({ handler, codec, width = 0, height = 0, isTurned = false }: Track): Buffer {
  const one = 65_536;
  const matrix = isTurned ? [0, one, 0, -one, 0, 0, 0, 0, 2 ** 30] : [one, 0, 0, 0, one, 0, 0, 0, 2 ** 30];
  const size = numbers(width * one, height * one);
  return box(
    'trak',
    box('tkhd', numbers(7, 0, 0, 1, 0, 1000, 0, 0, 0, 0), numbers(...matrix), size),
    box('udta', box('name', Buffer.from('鏡頭'))),
    box(
      'mdia',
      box('hdlr', numbers(0, 0), Buffer.from(handler, 'latin1'), numbers(0, 0, 0)),
      box('minf', box('stbl', box('stsd', numbers(0, 1), box(codec, numbers(0, 0, 0, 0))))),
    ),
  );
}

/** Location of a phone, as it records it in a film. */
export const whereItWas = '+25.0330+121.5654/';

/** A stand-in for a film: its size and metadata can be read, and it cannot be played. */
export function anMp4(tracks: readonly Track[], { bytes = 4_096 }: { bytes?: number } = {}): Buffer {
  return Buffer.concat([
    box('ftyp', Buffer.from('isom'), numbers(512), Buffer.from('isommp42')),
    box('mdat', Buffer.alloc(bytes, 7)),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      ...tracks.map(track),
      box('udta', box('\u00a9xyz', Buffer.from(whereItWas, 'latin1'))),
    ),
  ]);
}

export const aFilm = (): Buffer =>
  anMp4([
    { handler: 'vide', codec: 'avc1', width: 640, height: 360 },
    { handler: 'soun', codec: 'mp4a' },
  ]);

/** MP3 with notes before it and after it; its frames are silent. */
export function anMp3(): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  const note = Buffer.from(`TXXX ${whereItWas}`, 'latin1');
  const head = Buffer.concat([
    Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000', 'latin1'),
    Buffer.from([note.length]),
  ]);
  const tail = Buffer.alloc(128);
  tail.write(`TAG${whereItWas}`, 'latin1');
  return Buffer.concat([head, note, ...Array.from({ length: 20 }, () => frame), tail]);
}
