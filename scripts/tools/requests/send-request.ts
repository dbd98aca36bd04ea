import http from 'node:http';

export interface HttpAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Body as received, possibly compressed. */
  body: Buffer;
}

interface RequestOptions {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** Left out: on a connection of its own. */
  agent?: http.Agent | false;
}

/** Sends a request without `fetch`, which adds an Accept-Encoding by itself. */
export function sendRequest(
  url: string,
  { method = 'GET', headers = {}, agent = false }: RequestOptions = {},
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const request = http.request(url, { method, headers, agent, timeout: 30_000 }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks),
      }),
    );
  });
  request.on('timeout', () => request.destroy(new Error(`${url} sent nothing for 30 s`)));
  request.on('error', reject);
  request.end();
  return promise;
}
