import { describe, expect, it } from 'vitest';
import { encodeKey, encodeQuery, sha256, signRequest } from '#server/media/store/s3/sign-request.ts';

const empty = sha256('');

/**
 * The examples of the Amazon S3 API Reference, "Signature Calculations for the Authorization Header: Transferring
 * Payload in a Single Chunk".
 */
describe('a request of the documentation of S3 has the signature that stands there', () => {
  const signer = {
    credentials: {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      sessionToken: null,
    },
    region: 'us-east-1',
    service: 's3',
  };
  const body = sha256('Welcome to Amazon S3.');
  interface Example {
    what: string;
    method: string;
    path: string;
    headers: Record<string, string>;
    signature: string;
  }
  const requests: Example[] = [
    {
      what: 'GET Object',
      method: 'GET',
      path: '/test.txt',
      headers: { range: 'bytes=0-9' },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      what: 'PUT Object',
      method: 'PUT',
      path: `/${encodeKey('test$file.text')}`,
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      what: 'GET Bucket Lifecycle',
      method: 'GET',
      path: '/?lifecycle',
      headers: {},
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      what: 'GET Bucket (List Objects)',
      method: 'GET',
      path: `/?${encodeQuery({ prefix: 'J', 'max-keys': '2' })}`,
      headers: {},
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ];

  it.each(requests)('$what', ({ method, path, headers, signature }) => {
    const bodySha256 = method === 'PUT' ? body : empty;
    const signed = signRequest(
      {
        method,
        url: new URL(`https://examplebucket.s3.amazonaws.com${path}`),
        headers: { ...headers, 'x-amz-content-sha256': bodySha256 },
        bodySha256,
      },
      signer,
      Date.parse('2013-05-24T00:00:00Z'),
    );
    expect(signed['authorization']).toContain(
      'Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ',
    );
    expect(signed['authorization']?.split('Signature=')[1]).toBe(signature);
  });
});

/** Of the Signature Version 4 test suite (aws-sig-v4-test-suite). */
describe('a request of the test suite has the signature of its .authz file', () => {
  const signer = {
    credentials: {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      sessionToken: null,
    },
    region: 'us-east-1',
    service: 'service',
  };

  it.each([
    ['get-vanilla', 'GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['post-vanilla', 'POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      '/?Param2=value2&Param1=value1',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-unreserved',
      'GET',
      '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
      '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
    ],
    ['get-utf8', 'GET', '/ሴ', '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85'],
    [
      'get-vanilla-utf8-query',
      'GET',
      '/?ሴ=bar',
      '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
    ],
  ])('%s', (_, method, path, signature) => {
    const url = new URL(`https://example.amazonaws.com${path}`);
    const signed = signRequest(
      { method, url, headers: {}, bodySha256: empty },
      signer,
      Date.parse('2015-08-30T12:36:00Z'),
    );
    expect(signed['authorization']?.split('Signature=')[1]).toBe(signature);
  });
});

it('the name of an object keeps its slashes and nothing else that an address would read', () => {
  expect(encodeKey("media/包種茶 春+1 (a)!*'?#.jpg")).toBe(
    'media/%E5%8C%85%E7%A8%AE%E8%8C%B6%20%E6%98%A5%2B1%20%28a%29%21%2A%27%3F%23.jpg',
  );
});

it('a query is ordered by its names, whatever follows them', () => {
  expect(encodeQuery({ 'a-b': '1', a: '2' })).toBe('a=2&a-b=1');
});
