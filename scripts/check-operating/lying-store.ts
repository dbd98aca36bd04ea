import { expectThat } from '../check-container/report.ts';
import { ask } from './ask.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Returns a page in the place of one picture, like a proxy before a store: it must not be stored, and must be reported.
 */
export async function lieOfOnePicture({ origin, bucket, shell }: Surroundings): Promise<string> {
  const { body } = await ask(`${origin}/articles`);
  const [, picture = ''] = /\bsrc="(\/media\/[^"?]+)"/.exec(body) ?? [];
  expectThat(picture !== '', '/articles shows no picture');
  // No cache has this address yet.
  const address = `${origin}${picture}?lie`;
  bucket.lie = (sent, url) =>
    url.endsWith(picture) ? { ...sent, headers: { ...sent.headers, 'content-type': 'text/html' } } : sent;
  try {
    const wrong = await ask(address);
    const isRefused = wrong.status === 502 && wrong.headers['cache-control'] === 'no-store';
    expectThat(isRefused, `${picture} was ${wrong.status}, ${wrong.headers['cache-control']}`);
    await shell.run(`grep -q '${picture.slice(1)}.*the media store does not give' "$SITE/log/site.log"`);
  } finally {
    bucket.lie = null;
  }
  const right = await ask(address);
  expectThat(right.status === 200, `${picture} was ${right.status} after the store gave it again`);
  return `${picture} was 502 for as long as the store gave a page, and the log says so`;
}
