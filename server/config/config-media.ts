import type { EnvParser } from './config-values.ts';

/** Location of the files of pictures, films, sounds and fonts. */
export interface MediaConfig {
  /** Store for new files. */
  store: StoreConfig;
  /** Store that still has older files during a move. */
  also: StoreConfig | null;
  /** The address below which visitors ask for them, with a slash at its end; null: that of the site. */
  url: string | null;
}

export type StoreConfig = { kind: 'folder' } | S3Config;

export interface S3Config {
  kind: 's3';
  bucket: string;
  /** Bucket for private files; may be the same. */
  originalsBucket: string;
  /** Prefix of all object names: empty, or a path with a slash at its end. */
  prefix: string;
  /** The address of the service, without a slash at its end. */
  endpoint: string;
  region: string;
  /** Whether the bucket stands in the path of an address, rather than before its host. */
  isPathStyle: boolean;
  credentials: S3Credentials;
}

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Session token of temporary credentials. */
  sessionToken: string | null;
}

const folder: StoreConfig = { kind: 'folder' };

/** Default: the folder of the site. */
export const mediaInFolder: MediaConfig = { store: folder, also: null, url: null };

const storeExample = 'folder or s3://my-bucket?endpoint=https://s3.example.com&region=auto';

export function readMedia(read: EnvParser, problems: string[]): MediaConfig {
  const credentials: S3Credentials = {
    accessKeyId: read.text('AWS_ACCESS_KEY_ID', ''),
    // Read as texts: a message about a secret does not repeat it.
    secretAccessKey: read.text('AWS_SECRET_ACCESS_KEY', ''),
    sessionToken: read.text('AWS_SESSION_TOKEN', '') || null,
  };
  const parse = (value: string) => parseStore(value, credentials);
  const store = read.parsed('MEDIA_STORE', folder, storeExample, parse);
  const also = read.parsed('MEDIA_STORE_ALSO', null, storeExample, parse);
  const url = read.parsed('MEDIA_URL', null, 'https://media.example.com/media/', parseMediaUrl);
  if (also !== null && JSON.stringify(also) === JSON.stringify(store))
    problems.push(
      'MEDIA_STORE_ALSO: it names the same place as MEDIA_STORE; leave it out, or name the other',
    );
  if (store.kind === 's3' || also?.kind === 's3')
    for (const [name, value] of [
      ['AWS_ACCESS_KEY_ID', credentials.accessKeyId],
      ['AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey],
    ] as const)
      if (value === '')
        problems.push(`${name}: a store in S3 needs it; a right value is what its service gave out`);
  return { store, also, url };
}

/** `s3://BUCKET/PREFIX?endpoint=…&region=…&style=…&originals=…` */
function parseStore(value: string, credentials: S3Credentials): StoreConfig | undefined {
  if (value === 'folder') return folder;
  if (!URL.canParse(value)) return undefined;
  const { protocol, host: bucket, pathname, searchParams, username, hash } = new URL(value);
  const isPlain = protocol === 's3:' && username === '' && hash === '';
  const given = Object.fromEntries(searchParams);
  const {
    endpoint,
    region = 'us-east-1',
    style = endpoint === undefined ? 'host' : 'path',
    ...others
  } = given;
  const { originals = bucket, ...unknown } = others;
  const service = endpoint === undefined ? `https://s3.${region}.amazonaws.com` : parseEndpoint(endpoint);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  const isRight =
    isPlain &&
    [bucket, originals].every((name) => bucketName.test(name)) &&
    /^(?:[\w!.-]+(?:\/[\w!.-]+)*)?$/.test(prefix) &&
    !/(?:^|\/)\.\.?(?:\/|$)/.test(prefix) &&
    /^[\w-]{1,60}$/.test(region) &&
    (style === 'path' || style === 'host') &&
    Object.keys(unknown).length === 0;
  if (!isRight || service === undefined) return undefined;
  return {
    kind: 's3',
    bucket,
    originalsBucket: originals,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: service,
    region,
    isPathStyle: style === 'path',
    credentials,
  };
}

const bucketName = /^[a-zA-Z0-9][\w.-]{1,61}[a-zA-Z0-9]$/;

function parseEndpoint(value: string): string | undefined {
  const address = parsePlainAddress(value);
  return address?.replace(/\/+$/, '');
}

/**
 * Returns the address as browsers write it; undefined for one with signs that would end a directive of the page's
 * policy.
 */
function parseMediaUrl(value: string): string | undefined {
  const address = parsePlainAddress(value);
  if (address === undefined || /[;,'\s]/.test(address)) return undefined;
  return address.endsWith('/') ? address : `${address}/`;
}

function parsePlainAddress(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, search, hash, username, password, href } = new URL(value);
  const isPlain = search === '' && hash === '' && username === '' && password === '';
  return isPlain && /^https?:$/.test(protocol) ? href : undefined;
}
