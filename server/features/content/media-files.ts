import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from './problem.ts';

export interface MediaFile {
  /** As content names it: `media/…`, NFC. */
  path: string;
  /** Where it is read from. */
  sourceFile: string;
  /** Its name in the media store: content hash and ending. */
  file: string;
  contentType: string;
  bytes: number;
  width: number;
  height: number;
}

/** No sign that means something in an address or in HTML, and no step up. */
export const mediaPathPattern = /^media\/(?!.*(?:\/\/|\/\.|\.\.))[^\\?#%&"<>|*:\p{Cc}\p{Cs}\uFFFD]+$/u;

const formats: Readonly<Record<string, { format: string; contentType: string }>> = {
  '.svg': { format: 'svg', contentType: 'image/svg+xml' },
  '.png': { format: 'png', contentType: 'image/png' },
  '.jpg': { format: 'jpeg', contentType: 'image/jpeg' },
  '.jpeg': { format: 'jpeg', contentType: 'image/jpeg' },
  '.webp': { format: 'webp', contentType: 'image/webp' },
  '.gif': { format: 'gif', contentType: 'image/gif' },
  '.avif': { format: 'heif', contentType: 'image/avif' },
};

const largestBytes = 30 * 1024 * 1024;
const mostPixels = 100_000_000;

/** Looks at the file itself: an ending that lies, or a picture too large to decode, is a problem. */
export async function inspectMedia(sourceFile: string, mediaPath: string): Promise<MediaFile | Problem> {
  const problem = (wrong: string, right: string): Problem => ({ file: mediaPath, line: 1, wrong, right });
  const ending = path.extname(mediaPath).toLowerCase();
  const expected = formats[ending];
  if (!expected)
    return problem(
      `${ending || 'a file without an ending'} is not a picture format`,
      `use ${Object.keys(formats).join(', ')}`,
    );

  const { size } = await stat(sourceFile);
  if (size > largestBytes) return problem(`the file has ${size} bytes`, `use at most ${largestBytes}`);
  const data = await readFile(sourceFile);
  const found = await readPicture(data);
  if (found === null)
    return problem('the file is not a picture that can be read', `save it as ${ending.slice(1)} again`);
  if (found.format !== expected.format) {
    return problem(
      `the file is ${found.format} inside, but ends in ${ending}`,
      'give it the ending of its format',
    );
  }
  if (found.width * found.height > mostPixels) {
    return problem(
      `the picture has ${found.width} × ${found.height} pixels`,
      `use at most ${mostPixels} pixels`,
    );
  }
  if (found.format === 'svg' && !isPlainDrawing(data)) {
    return problem(
      'the drawing contains a script or loads something',
      'save it as a plain drawing without scripts and links',
    );
  }
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 32);
  return {
    path: mediaPath,
    sourceFile,
    file: `${hash}${ending}`,
    contentType: expected.contentType,
    bytes: size,
    width: found.width,
    height: found.height,
  };
}

export function isProblem(value: MediaFile | Problem): value is Problem {
  return 'wrong' in value;
}

/** Copies the file into the store unless it is there. A reader never sees half a file. */
export async function storeMedia(media: MediaFile, mediaDir: string): Promise<void> {
  const target = path.join(mediaDir, media.file);
  const existing = await stat(target).catch(() => null);
  if (existing?.size === media.bytes) return;
  await mkdir(mediaDir, { recursive: true });
  const temporary = `${target}.${randomUUID()}.tmp`;
  await writeFile(temporary, await readFile(media.sourceFile), { flush: true });
  await rename(temporary, target);
}

async function readPicture(data: Buffer): Promise<{ format: string; width: number; height: number } | null> {
  // Loaded here: a server that imports nothing does not need the picture library.
  const { default: sharp } = await import('sharp');
  try {
    const { format, autoOrient } = await sharp(data, { limitInputPixels: false }).metadata();
    // As it is shown: a telephone's upright picture is stored lying, with a note to turn it.
    return { format: String(format), width: autoOrient.width, height: autoOrient.height };
  } catch {
    return null;
  }
}

const activeElements = 'script|handler|listener|foreignObject|iframe|embed|object|image|feImage|animate|set';

/** Whatever prefix an element has: it may stand for the namespace of SVG. */
const runsOrLoads = new RegExp(
  [
    `<(?:[^\\s<>/:]+:)?(?:${activeElements})[\\s/>]`,
    String.raw`\son\w+\s*=\s*["']`,
    'javascript:',
    String.raw`(?:href|src)\s*=\s*(?!\s*["']\s*#)`,
    '@import',
    String.raw`url\((?!\s*["']?#)`,
    // Both can give an element an attribute that does not stand in it.
    '<!ENTITY|<!ATTLIST',
  ].join('|'),
  'i',
);

/** UTF-8 that says nothing else of itself, so that a browser reads the same text. */
function isPlainDrawing(data: Buffer): boolean {
  try {
    const svg = new TextDecoder('utf-8', { fatal: true }).decode(data);
    return !/^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(svg) && !runsOrLoads.test(svg);
  } catch {
    return false;
  }
}
