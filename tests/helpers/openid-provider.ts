import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, decodeJwt, type JWTPayload } from 'jose';
import OpenIdProvider from 'oidc-provider';
import { onTestFinished, vi } from 'vitest';
import type { AtEnd } from './databases.ts';
import type { Answer, Visitor } from './visitor.ts';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';

interface Person {
  email: string;
  email_verified: boolean;
  name?: string;
}

/** Changes to the provider's answers before they leave. */
interface Tampering {
  /** Other claims in the id token, signed as it should be. */
  claims?: JWTPayload;
  /** Signs the id token with a foreign key. */
  isForged?: boolean;
  /** Instead of the answer of `/token`. */
  tokenAnswer?: string;
  /** `/token` never answers. */
  isSilent?: boolean;
  /** Visitors are not sent back: where to is kept in `heldCallback`. */
  holdsVisitors?: boolean;
}

export interface OpenidProvider {
  issuer: string;
  tampering: Tampering;
  heldCallback: string;
  /** Every answer of `/token`, as it left. */
  tokenAnswers: unknown[];
  /** Number of silent requests to `/token`. */
  silences: number;
  close(): void;
}

/** A real OpenID provider on loopback. Typing a name of these people signs in as them, with any password. */
export async function startOpenidProvider(
  redirectUri: string,
  people: Record<string, Person>,
  { port: givenPort, atEnd = onTestFinished }: { port?: number; atEnd?: AtEnd } = {},
): Promise<OpenidProvider> {
  const port = givenPort ?? (await findFreePort());
  const issuer = `http://127.0.0.1:${port}`;
  const { keys, others } = await (keyPairs ??= generateKeyPairs());
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: 'test', alg: 'RS256', use: 'sig' };
  // It logs a preferred version of Node, and that its keys are for development.
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const provider = new OpenIdProvider(issuer, {
    clients: [{ client_id: 'site', client_secret: 'canary-client-secret', redirect_uris: [redirectUri] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Same as Google's.
    conformIdTokenClaims: false,
    findAccount: (_context, id) => {
      const person = people[id];
      return person && { accountId: id, claims: async () => ({ sub: id, ...person }) };
    },
  });
  const openid: OpenidProvider = {
    issuer,
    tampering: {},
    heldCallback: '',
    tokenAnswers: [],
    silences: 0,
    close: () => stop(server),
  };

  provider.use(async (context, next) => {
    await next();
    const location = String(context.response.headers['location'] ?? '');
    if (openid.tampering.holdsVisitors && location.startsWith(redirectUri)) {
      openid.heldCallback = location;
      context.remove('location');
      context.status = 200;
      context.body = 'held';
    }
    if (context.path !== '/token') return;
    const { tokenAnswer, isSilent = false, claims, isForged = false } = openid.tampering;
    if (isSilent) {
      openid.silences += 1;
      await new Promise(() => {});
    }
    if (tokenAnswer !== undefined) context.body = tokenAnswer;
    else if (claims !== undefined || isForged) {
      // The provider's own answer to a right code.
      const body = context.body as { id_token: string };
      const signed = new SignJWT({ ...decodeJwt(body.id_token), ...claims }).setProtectedHeader({
        alg: 'RS256',
        kid: 'test',
      });
      context.body = { ...body, id_token: await signed.sign(isForged ? others.privateKey : keys.privateKey) };
    }
    openid.tokenAnswers.push(context.body);
  });
  const server = createServer(provider.callback()).listen(port, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => stop(server));
  return openid;
}

/** Keys of every provider of the process: making them takes half a second. */
let keyPairs: ReturnType<typeof generateKeyPairs> | undefined;

async function generateKeyPairs() {
  return {
    keys: await generateKeyPair('RS256', { extractable: true }),
    others: await generateKeyPair('RS256'),
  };
}

/**
 * Does the steps of a person, from the site's button on: typing a name, and agreeing. Resolves to the answer of the
 * site, or to the page on which the provider holds its visitors.
 */
export async function signInAtProvider(visitor: Visitor, name: string, next = '/account'): Promise<Answer> {
  let page = await visitor.follow(await visitor.get(`/login/google?next=${encodeURIComponent(next)}`));
  while (page.body.includes('name="prompt"')) {
    const [, action = ''] = /action="([^"]+)"/.exec(page.body) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page.body) ?? [];
    page = await visitor.follow(await visitor.post(action, { prompt, login: name, password: 'anything' }));
  }
  return page;
}

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}
