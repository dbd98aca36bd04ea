import { ownValue } from '#shared/own-value.ts';
import type { StoredFile } from '../media-store.ts';

/** Error of a store. */
export interface S3Refusal {
  /** Code such as `NoSuchBucket`; empty without one. */
  code: string;
  message: string;
}

/** Reads the XML of an error. */
export function readRefusal(xml: string): S3Refusal {
  return { code: textOf(xml, 'Code') ?? '', message: textOf(xml, 'Message') ?? '' };
}

/** Advice to an operator. */
export function remedyFor({ code }: S3Refusal, status: number): string {
  return ownValue(remedies, code) ?? byStatus[status] ?? 'look at what the service says of it';
}

const rights =
  'its key needs the rights to list, read, write and remove in the bucket (docs/operating/media.md)';
const region = 'the bucket is in another region: say which by region=… in MEDIA_STORE';
const address = 'correct endpoint=… and style=… in MEDIA_STORE';
const token = 'AWS_SESSION_TOKEN has ended or is not that of the key';

const remedies: Readonly<Record<string, string>> = {
  NoSuchBucket: 'make the bucket, or correct MEDIA_STORE',
  InvalidAccessKeyId: 'correct AWS_ACCESS_KEY_ID, which the service does not know',
  SignatureDoesNotMatch: 'correct AWS_SECRET_ACCESS_KEY, which is not that of AWS_ACCESS_KEY_ID',
  AccessDenied: rights,
  AllAccessDisabled: rights,
  ExpiredToken: token,
  InvalidToken: token,
  RequestTimeTooSkewed: 'set the clock of this machine',
  PermanentRedirect: region,
  TemporaryRedirect: region,
  AuthorizationHeaderMalformed: region,
  IllegalLocationConstraintException: region,
};

const byStatus: Readonly<Record<number, string>> = {
  301: region,
  307: region,
  400: address,
  403: `correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; ${rights}`,
  404: 'make the bucket, or correct MEDIA_STORE',
  405: address,
};

export interface Listing {
  files: StoredFile[];
  /** Token of the next part; null: this is the last. */
  next: string | null;
}

/** Reads a part of a list, with the names in the bucket. Null: it is no list. */
export function readListing(xml: string): Listing | null {
  if (!/<ListBucketResult[\s>]/.test(xml)) return null;
  const files = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, inner = '']) => {
    const name = textOf(inner, 'Key');
    if (name === null) return [];
    const bytes = Number(textOf(inner, 'Size') ?? -1);
    return { name, bytes, modifiedMs: Date.parse(textOf(inner, 'LastModified') ?? '') || 0 };
  });
  const isCut = textOf(xml, 'IsTruncated') === 'true';
  return { files, next: isCut ? textOf(xml, 'NextContinuationToken') : null };
}

/** These answers are flat and written by programs: the text of an element stands between its two tags. */
function textOf(xml: string, element: string): string | null {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  if (text === undefined) return null;
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ownValue(entities, name) ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
