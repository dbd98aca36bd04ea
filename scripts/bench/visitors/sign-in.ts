export interface SignInForm {
  email: string;
  password: string;
  address: string;
  cookie?: string;
}

/** Signs in from this address, behind a proxy that the site trusts. */
export async function signIn(origin: string, { email, password, address, cookie = '' }: SignInForm) {
  const startedAt = performance.now();
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { Accept: 'application/json', 'X-Forwarded-For': address, Cookie: cookie },
    body: new URLSearchParams({ email, password }),
  });
  await answer.text();
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  return { status: answer.status, ms: performance.now() - startedAt, cookie: cookies.join('; ') };
}

/** The nth address of the benchmarking networks, 198.18.0.0/15. */
export function addressOf(n: number): string {
  return `198.${18 + Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`;
}
