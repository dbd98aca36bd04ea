import type { BrowserContext } from 'playwright-core';
import { rightPassword } from './accounts.ts';

/** Signs a browser in without a page, which takes a second. Tests of signing in use the form. */
export async function beSignedIn(
  context: BrowserContext,
  origin: string,
  email = 'lin@example.com',
): Promise<void> {
  const answer = await context.request.post(`${origin}/login`, {
    form: { email, password: rightPassword },
    headers: { Accept: 'text/html' },
    maxRedirects: 0,
  });
  if (answer.status() !== 303) throw new Error(`signing in answered ${answer.status()}`);
}
