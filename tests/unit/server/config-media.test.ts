import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';

const key = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
const readStore = (value: string) => readConfig({ ...key, MEDIA_STORE: value }).media.store;

describe('MEDIA_STORE', () => {
  it('is the folder without a value', () => {
    expect(readConfig({}).media).toEqual({ store: { kind: 'folder' }, also: null, url: null });
    expect(readStore('folder')).toEqual({ kind: 'folder' });
  });

  it('names a bucket at Amazon, before the host', () => {
    expect(readStore('s3://my-pictures?region=ap-east-2')).toEqual({
      kind: 's3',
      bucket: 'my-pictures',
      originalsBucket: 'my-pictures',
      prefix: '',
      endpoint: 'https://s3.ap-east-2.amazonaws.com',
      region: 'ap-east-2',
      isPathStyle: false,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: null },
    });
  });

  it('names a bucket elsewhere, in the path', () => {
    const value = 's3://pics/site/a/?endpoint=https://s3.example.com/v1/&originals=private';
    expect(readStore(value)).toMatchObject({
      bucket: 'pics',
      originalsBucket: 'private',
      prefix: 'site/a/',
      endpoint: 'https://s3.example.com/v1',
      region: 'us-east-1',
      isPathStyle: true,
    });
    expect(readStore('s3://pics?endpoint=https://s3.example.com&style=host')).toMatchObject({
      isPathStyle: false,
    });
  });

  it.each([
    'somewhere',
    'https://s3.example.com/pics',
    's3://',
    's3://a',
    's3://key:secret@pics',
    's3://pics?endpoint=s3.example.com',
    's3://pics?endpoint=ftp://s3.example.com',
    's3://pics?endpoint=https://key@s3.example.com',
    's3://pics?style=virtual',
    's3://pics?regoin=eu-west-1',
    's3://pics/a//b',
    's3://pics/茶',
    's3://pics#a',
  ])('refuses %s with an example', (value) => {
    expect(() => readStore(value)).toThrow(/MEDIA_STORE: .*a right value is folder or s3:\/\/my-bucket/);
  });

  it('needs a key, and does not repeat a secret', () => {
    expect(() => readConfig({ MEDIA_STORE: 's3://pics' })).toThrow(
      /2 problem[^]*AWS_ACCESS_KEY_ID: a store in S3 needs it[^]*AWS_SECRET_ACCESS_KEY: a store in S3 needs it/,
    );
    expect(() => readConfig({ MEDIA_STORE_ALSO: 's3://pics' })).toThrow(/AWS_ACCESS_KEY_ID/);
    expect(() => readConfig({ ...key, MEDIA_STORE: 's3://pics?a=b@c' })).not.toThrow(/a=b/);
  });

  it('is another place than MEDIA_STORE_ALSO', () => {
    expect(() => readConfig({ MEDIA_STORE_ALSO: 'folder' })).toThrow(/names the same place as MEDIA_STORE/);
    expect(readConfig({ ...key, MEDIA_STORE: 's3://pics', MEDIA_STORE_ALSO: 'folder' }).media.also).toEqual({
      kind: 'folder',
    });
  });
});

describe('MEDIA_URL', () => {
  it('ends with a slash', () => {
    const read = (MEDIA_URL: string) => readConfig({ MEDIA_URL }).media.url;
    expect(read('https://media.example.com')).toBe('https://media.example.com/');
    expect(read('https://media.example.com/a/media')).toBe('https://media.example.com/a/media/');
  });

  it.each([
    'media.example.com',
    '/media/',
    'https://m.example.com/?a=b',
    "https://m.example.com/;script-src'",
  ])('refuses %s', (MEDIA_URL) => {
    expect(() => readConfig({ MEDIA_URL })).toThrow(/MEDIA_URL: .*https:\/\/media\.example\.com\/media\//);
  });
});
