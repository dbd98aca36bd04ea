import { hash } from 'node:crypto';
import { openAsBlob, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { S3Config } from '#server/config/config-media.ts';
import { createS3Client, type S3Request } from '#server/media/store/s3/s3-client.ts';
import { s3Objects } from '#server/media/store/s3/s3-objects.ts';
import { temporaryFolder } from '#tests/helpers/databases.ts';

const config: S3Config = {
  kind: 's3',
  bucket: 'examplebucket',
  originalsBucket: 'examplebucket',
  prefix: '',
  endpoint: 'https://s3.amazonaws.com',
  region: 'us-east-1',
  isPathStyle: false,
  credentials: {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: null,
  },
};

/** Returns the request that a service would hear. */
async function sent(
  request: Omit<S3Request, 'bucket'>,
  settings: Partial<S3Config> = {},
): Promise<{ url: string; headers: Headers }> {
  const heard: { url: string; headers: Headers }[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    heard.push({ url: String(url), headers: new Headers(init?.headers) });
    return new Response('');
  };
  const client = createS3Client({ ...config, ...settings }, { fetch });
  await client.ask({ bucket: config.bucket, ...request });
  const [first] = heard;
  if (first === undefined) throw new Error('nothing was sent');
  return first;
}

/**
 * The examples of the Amazon S3 API Reference, "Signature Calculations for the Authorization Header: Transferring
 * Payload in a Single Chunk".
 */
describe('a request of the documentation of S3 has the signature that stands there', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2013-05-24T00:00:00Z') }));
  afterEach(() => vi.useRealTimers());

  const text = Buffer.from('Welcome to Amazon S3.');
  const examples: { what: string; request: Omit<S3Request, 'bucket'>; signature: string }[] = [
    {
      what: 'GET Object',
      request: {
        method: 'GET',
        key: 'test.txt',
        headers: { range: 'bytes=0-9' },
      },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      what: 'PUT Object',
      request: {
        method: 'PUT',
        key: 'test$file.text',
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: { data: text, sha256: hash('sha256', text) },
      },
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      what: 'GET Bucket Lifecycle',
      request: {
        method: 'GET',
        query: { lifecycle: '' },
      },
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      what: 'GET Bucket (List Objects)',
      request: {
        method: 'GET',
        query: { prefix: 'J', 'max-keys': '2' },
      },
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ];

  it.each(examples)('$what', async ({ request, signature }) => {
    const { headers } = await sent(request);
    const authorization = headers.get('authorization');
    expect(authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ');
    expect(authorization?.split('Signature=')[1]).toBe(signature);
  });
});

it('the address of an object keeps the slashes of its name and nothing else that an address would read', async () => {
  const { url } = await sent(
    { method: 'GET', key: "media/包種茶 春+1 (a)!*'?#.jpg" },
    { endpoint: 'https://s3.example.com/base/', isPathStyle: true },
  );
  expect(url).toBe(
    'https://s3.example.com/base/examplebucket/media/%E5%8C%85%E7%A8%AE%E8%8C%B6%20%E6%98%A5%2B1%20%28a%29%21%2A%27%3F%23.jpg',
  );
});

it('the token of a session is sent and signed', async () => {
  const credentials = { ...config.credentials, sessionToken: 'of-an-hour' };
  const { headers } = await sent({ method: 'GET', key: 'a' }, { credentials });
  expect(headers.get('x-amz-security-token')).toBe('of-an-hour');
  expect(headers.get('authorization')).toContain(';x-amz-security-token, Signature=');
});

describe('a file on its way', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  /** Ten pieces, each of which takes 60 ms. Resolves to whether the request was cut. */
  async function isCut(limits: Pick<S3Request, 'patienceMs' | 'wholeMs'>): Promise<boolean> {
    const file = path.join(temporaryFolder(), 'a.mp4');
    writeFileSync(file, Buffer.alloc(640 * 1024));
    const data = await openAsBlob(file);
    let pieces = 0;
    let isAborted = false;
    const fetch = async (_url: unknown, init?: RequestInit) => {
      if (!(init?.body instanceof Blob)) throw new Error('no file was sent');
      expect(init.body.size).toBe(data.size);
      for await (const _ of init.body.stream()) {
        pieces += 1;
        vi.advanceTimersByTime(60);
      }
      isAborted = init.signal?.aborted === true;
      return new Response('');
    };
    let heard = 0;
    const client = createS3Client(config, { fetch, onSending: () => (heard += 1) });
    const body = { data, sha256: '' };
    await client.ask({ method: 'PUT', bucket: config.bucket, key: 'a.mp4', body, ...limits });
    expect(pieces).toBeGreaterThanOrEqual(10);
    expect(heard).toBe(pieces);
    return isAborted;
  }

  it('is not cut while pieces of it go on, but for its time in all', async () => {
    expect(await isCut({ patienceMs: 100, wholeMs: 10_000 })).toBe(false);
    expect(await isCut({ patienceMs: 50, wholeMs: 10_000 })).toBe(true);
    expect(await isCut({ patienceMs: 100, wholeMs: 300 })).toBe(true);
  });

  it('is waited for as long as its bytes may take, and half a minute', async () => {
    const isCutAfter = async (ms: number, bytes: number) => {
      let isAborted = false;
      const fetch = async (_url: unknown, init?: RequestInit) => {
        vi.advanceTimersByTime(ms);
        isAborted = init?.signal?.aborted === true;
        return new Response('');
      };
      const file = path.join(temporaryFolder(), 'a.jpg');
      writeFileSync(file, Buffer.alloc(bytes));
      await s3Objects(config, { fetch }).send('media/a.jpg', await openAsBlob(file), { bytes, sha256: '' });
      return isAborted;
    };
    expect(await isCutAfter(29_000, 1_000)).toBe(false);
    expect(await isCutAfter(35_000, 1_000)).toBe(true);
    expect(await isCutAfter(100_000, 5_000_000)).toBe(false);
  });
});
