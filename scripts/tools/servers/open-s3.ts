import { createHash } from 'node:crypto';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsClient, AwsV4Signer } from 'aws4fetch';
import S3rver from 's3rver';

/** Failure of the service from now on. */
export type Mishap = 'hangs' | 'slow-down' | 'breaks-off';

/** Answer of the service with an object. */
export interface SentObject {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface S3Service {
  endpoint: string;
  /** Settings of a site that stores its pictures in the bucket. */
  env: Record<string, string>;
  /** A value of `MEDIA_STORE` for the bucket, with more of its query. */
  store(bucket?: string, more?: string): string;
  /** `GET /bucket/key` of each request that came. */
  heard: { line: string; headers: IncomingMessage['headers'] }[];
  mishap: Mishap | null;
  /** Changes the answer with an object, by the address of the request; null: it is sent unchanged. */
  lie: ((sent: SentObject, url: string) => SentObject) | null;
  /** How many names a list has at most. */
  maxListed: number;
  /** How many requests the mishap is for; then it is over. */
  mishaps: number;
  /** How many requests wait for an answer. */
  waiting(): number;
  /** Stops listening. */
  leave(): Promise<void>;
  /** At the same address as before. */
  listen(): Promise<void>;
  stop(): Promise<void>;
}

export const s3Key = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/**
 * An S3 service behind a proxy that checks every request: the signature matches the request as received, the body
 * matches its signed hash, and the request has nothing that other services refuse.
 */
export async function openS3Service(dir: string): Promise<S3Service> {
  const inner = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: dir,
    configureBuckets: [{ name: 'pictures' }, { name: 'private' }],
  });
  const { port: innerPort } = await inner.run();
  const waiting = new Set<ServerResponse>();
  let server: Server | null = null;
  let port = 0;

  const service: S3Service = {
    endpoint: '',
    env: {},
    store: (bucket = 'pictures', more = '') => `s3://${bucket}?endpoint=${service.endpoint}${more}`,
    heard: [],
    mishap: null,
    lie: null,
    maxListed: 1_000,
    mishaps: Infinity,
    waiting: () => waiting.size,
    async leave() {
      const closing = server;
      server = null;
      closing?.closeAllConnections();
      await new Promise((resolve) => (closing ? closing.close(resolve) : resolve(null)));
    },
    async listen() {
      const listening = createServer((request, response) => void answer(request, response));
      server = listening;
      await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
      port = (listening.address() as AddressInfo).port;
    },
    async stop() {
      await service.leave();
      await inner.close();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    service.heard.push({ line: `${method} ${decodeURIComponent(url ?? '')}`, headers });
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const refusal = await findRefusal(request, body);
    if (refusal !== null) return refuse(response, 403, refusal);
    const mishap = service.mishaps > 0 ? service.mishap : null;
    if (mishap !== null) service.mishaps -= 1;
    if (mishap === 'hangs') return;
    if (mishap === 'slow-down') return refuse(response, 503, 'SlowDown');
    if (/[?&]list-type=2/.test(url ?? ''))
      return sendList(url ?? '', service.maxListed, { port: innerPort, response });
    const { lie } = service;
    handOn(request, body, { port: innerPort, response, breaksOff: mishap === 'breaks-off', lie });
  }

  await service.listen();
  service.endpoint = `http://127.0.0.1:${port}`;
  service.env = { MEDIA_STORE: service.store(), ...s3Key };
  return service;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} &amp; more</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}

/** Signs the request as received, which may be spelled differently from the one that was signed. */
async function findRefusal({ method, url, headers }: IncomingMessage, body: Buffer): Promise<string | null> {
  const given = String(headers.authorization);
  const [, accessKeyId, region, signed = ''] =
    /Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+),/.exec(given) ?? [];
  if (accessKeyId !== s3Key.AWS_ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  const names = signed.split(';').filter((name) => name !== 'host');
  const unwanted = Object.keys(headers).filter((name) =>
    /^x-amz-(?:acl|checksum|sdk)|^content-md5$/.test(name),
  );
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !names.includes(name));
  if (unwanted.length > 0 || unsigned.length > 0) return 'NotImplemented';
  const signer = new AwsV4Signer({
    method: method ?? '',
    url: `http://${headers.host}${url}`,
    headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    accessKeyId,
    secretAccessKey: s3Key.AWS_SECRET_ACCESS_KEY,
    service: 's3',
    region: region ?? '',
    datetime: String(headers['x-amz-date']),
    allHeaders: true,
  });
  if ((await signer.sign()).headers.get('authorization') !== given) return 'SignatureDoesNotMatch';
  const hash = createHash('sha256').update(body).digest('hex');
  return headers['x-amz-content-sha256'] === hash ? null : 'XAmzContentSHA256Mismatch';
}

/** The service behind makes its continuation tokens by a cipher that Node no longer has: here they are the last name. */
async function sendList(
  path: string,
  maxListed: number,
  { port, response }: Pick<HandingOn, 'port' | 'response'>,
): Promise<void> {
  const url = new URL(path, `http://127.0.0.1:${port}`);
  const token = url.searchParams.get('continuation-token');
  url.searchParams.set('max-keys', String(maxListed));
  url.searchParams.delete('list-type');
  url.searchParams.delete('continuation-token');
  if (token !== null) url.searchParams.set('marker', Buffer.from(token, 'base64url').toString());
  const client = new AwsClient({
    accessKeyId: s3Key.AWS_ACCESS_KEY_ID,
    secretAccessKey: s3Key.AWS_SECRET_ACCESS_KEY,
    service: 's3',
    region: 'us-east-1',
  });
  const listed = await client.fetch(url);
  const xml = await listed.text();
  const last = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].at(-1)?.[1] ?? '';
  const next = Buffer.from(last).toString('base64url');
  const isCut = xml.includes('<IsTruncated>true</IsTruncated>');
  const more = isCut
    ? `<NextContinuationToken>${next}</NextContinuationToken></ListBucketResult>`
    : '</ListBucketResult>';
  response.writeHead(listed.status, { 'content-type': 'application/xml' });
  response.end(xml.replace('</ListBucketResult>', more));
}

interface HandingOn extends Pick<S3Service, 'lie'> {
  port: number;
  response: ServerResponse;
  /** Only half of the body comes. */
  breaksOff: boolean;
}

function handOn(
  { method, url = '', headers: { range, ...headers } }: IncomingMessage,
  body: Buffer,
  { port, response, breaksOff, lie }: HandingOn,
): void {
  // The service behind takes the end of a file for its beginning.
  const isEnd = range?.startsWith('bytes=-') === true;
  const sentHeaders = { ...headers, ...(range !== undefined && !isEnd && { range }) };
  const asking = ask(
    { host: '127.0.0.1', port, method, path: url, headers: sentHeaders, agent: false },
    async (answered) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answered) chunks.push(chunk);
      const whole: SentObject = {
        status: answered.statusCode ?? 500,
        headers: answered.headers,
        body: Buffer.concat(chunks),
      };
      const answer =
        isEnd && whole.status === 200 ? endOf(whole, Number(range.slice('bytes=-'.length))) : whole;
      const sent = lie === null ? answer : lie(answer, decodeURIComponent(url));
      response.writeHead(sent.status, sent.headers);
      if (!breaksOff || method === 'HEAD') return response.end(sent.body);
      return response.write(sent.body.subarray(0, sent.body.length / 2), () => response.destroy());
    },
  );
  asking.on('error', () => response.destroy());
  asking.end(body);
}

function endOf({ headers, body }: SentObject, length: number): SentObject {
  const end = body.subarray(Math.max(0, body.length - length));
  const place = `bytes ${body.length - end.length}-${body.length - 1}/${body.length}`;
  return {
    status: 206,
    headers: { ...headers, 'content-range': place, 'content-length': String(end.length) },
    body: end,
  };
}
