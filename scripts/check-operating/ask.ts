import http from 'node:http';

export interface PageAnswer {
  /** 0: there was none, for the reason in the body. */
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

interface Question {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  form?: FormData | URLSearchParams;
}

const patienceMs = 30_000;

/** Sends a single request, on a connection of its own, without retries and without following redirects. */
export async function ask(
  url: string,
  { method = 'GET', headers = {}, form }: Question = {},
): Promise<PageAnswer> {
  const sent = form && new Response(form);
  const body = sent && Buffer.from(await sent.arrayBuffer());
  const type = sent?.headers.get('content-type');
  const all = { Accept: 'text/html', ...headers, ...(type && { 'Content-Type': type }) };
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, headers: {}, body: error.code ?? error.message });
    const request = http.request(
      url,
      { agent: false, method, headers: all, timeout: patienceMs },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    request.once('timeout', () => request.destroy(new Error(`nothing came for ${patienceMs} ms`)));
    request.once('error', fail);
    request.end(body);
  });
}
