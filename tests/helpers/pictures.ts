import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/**
 * A photograph as a telephone takes it: 12 megapixels of soft shapes and fine grain, stored lying with a note to
 * turn it (so that it is 3000 × 4000 upright) and a note of where it was taken. `height` is its height as it is stored.
 */
export async function aPhotograph(height = 3000): Promise<Buffer> {
  const width = (height / 3) * 4;
  const layers = [
    { share: 0.42, columns: 5, rows: 4 },
    { share: 0.24, columns: 20, rows: 15 },
    { share: 0.15, columns: 80, rows: 60 },
    { share: 0.1, columns: 320, rows: 240 },
    { share: 0.05, columns: 1280, rows: 960 },
    { share: 0.04, columns: 4000, rows: 3000 },
  ];
  const pixels = new Float32Array(width * height * 3);
  for (const [seed, { share, columns, rows }] of layers.entries()) {
    const layer = await sharp(noise(columns * rows * 3, seed + 1), {
      raw: { width: columns, height: rows, channels: 3 },
    })
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .raw()
      .toBuffer();
    for (let i = 0; i < pixels.length; i += 1) pixels[i] = (pixels[i] ?? 0) + share * (layer[i] ?? 0);
  }
  // The upper left of the upright picture is red, to see that it is upright.
  for (let y = height - 400; y < height; y += 1) {
    for (let x = 0; x < 400; x += 1) pixels.set([220, 0, 0], (y * width + x) * 3);
  }
  return sharp(Buffer.from(Uint8Array.from(pixels)), { raw: { width, height, channels: 3 } })
    .withExif({
      IFD0: { Make: 'Qingye', Model: 'Camera' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '25/1 2/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '121/1 33/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** A PNG that says it is of this size, and holds nothing. */
export function aPngHeader(width: number, height: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', Buffer.alloc(0)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Noise that is the same on every run. */
function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let i = 0; i < length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}
