import { createHash, createHmac } from 'node:crypto';
import type { S3Credentials } from '#server/config-media.ts';
import { isoAt } from '#server/clock.ts';

// Signature version 4, as https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html describes it.

export interface SignableRequest {
  method: string;
  /** Its path is encoded by `encodeKey`. */
  url: URL;
  /** All that is to be signed; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hexadecimal digits. */
  bodySha256: string;
}

export interface Signer {
  credentials: S3Credentials;
  region: string;
  /** What is asked: `s3`. */
  service: string;
}

/** The headers of a request with those that say who asks. */
export function signRequest(
  { method, url, headers, bodySha256 }: SignableRequest,
  { credentials, region, service }: Signer,
  nowMs: number,
): Record<string, string> {
  const time = isoAt(nowMs).replace(/[-:]|\.\d+/g, '');
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const dated = {
    ...headers,
    'x-amz-date': time,
    ...(sessionToken !== null && { 'x-amz-security-token': sessionToken }),
  };
  const signed = Object.entries({ ...dated, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    bodySha256,
  ].join('\n');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...dated,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Spells the name of an object as the path of its address: what is signed must be what is sent. */
export function encodeKey(key: string): string {
  return key.split('/').map(encodeStrictly).join('/');
}

/** Spells a query as it is signed. */
export function encodeQuery(query: Readonly<Record<string, string>>): string {
  return sortedQuery(Object.entries(query));
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function canonicalQuery({ searchParams }: URL): string {
  return sortedQuery([...searchParams]);
}

/** By name, then by value. */
function sortedQuery(entries: [name: string, value: string][]): string {
  return entries
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([a, c], [b, d]) => (a < b || (a === b && c < d) ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
}

/** Everything but letters, digits and `-._~`. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
