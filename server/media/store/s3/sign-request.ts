import { hash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '#server/config/config-media.ts';

export interface SignableRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  bucket: string;
  /** Left out: the request is for the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: { data: Uint8Array<ArrayBuffer> | Blob; sha256: string };
}

type SignRequest = (request: SignableRequest) => Promise<{ url: URL; headers: Headers }>;

const nothing = hash('sha256', '');

/** Returns the function that gives requests their address and their signed headers. */
export function createRequestSigner(config: S3Config): SignRequest {
  const { credentials, region } = config;
  const { sessionToken, ...secret } = credentials;
  // The library keeps the key of a day here.
  const cache = new Map<string, ArrayBuffer>();
  const signer = { ...secret, ...(sessionToken !== null && { sessionToken }), region, cache };

  return (request) =>
    new AwsV4Signer({
      ...signer,
      method: request.method,
      url: addressOf(config, request),
      headers: { ...request.headers, 'x-amz-content-sha256': request.body?.sha256 ?? nothing },
      allHeaders: true,
      service: 's3',
    }).sign();
}

/** Returns an address that is spelled as it is signed. */
function addressOf({ endpoint, isPathStyle }: S3Config, { bucket, key = '', query = {} }: SignableRequest) {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/$/, '');
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const path = key.split('/').map(encodeStrictly).join('/');
  url.pathname = `${base}${isPathStyle ? `/${bucket}` : ''}/${path}`;
  url.search = Object.entries(query)
    .map((pair) => pair.map(encodeStrictly).join('='))
    .join('&');
  return url.href;
}

/** Encodes everything but letters, digits and `-._~`. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
