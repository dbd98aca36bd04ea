import * as oidc from 'openid-client';
import type { GoogleConfig } from '#server/config/config.ts';
import { dayMs } from '#server/base/durations.ts';

/** Secrets of one sign-in until the visitor comes back: only their browser keeps them. */
export interface Flow {
  state: string;
  nonce: string;
  verifier: string;
}

/** Claims that the provider vouches for. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** The organisation that a Google account belongs to. */
  hostedDomain: string | null;
}

export type Identified = { kind: 'identified'; claims: Claims } | { kind: 'cancelled' };

export interface GoogleProvider {
  /** Resolves to the address to send the visitor to. Rejects when the provider cannot be reached. */
  begin(): Promise<{ url: URL; flow: Flow }>;
  /** Reads the `query` with which the visitor came back. Rejects when the provider would not have sent it. */
  finish(query: URLSearchParams, flow: Flow): Promise<Identified>;
}

interface ProviderOptions {
  redirectUri: string;
  fetch: typeof globalThis.fetch;
}

export const googleIssuer = 'https://accounts.google.com';
const timeoutSeconds = 3;
const configurationTtlMs = dayMs;

/**
 * OpenID Connect by the code flow with PKCE, state and nonce; the id token's signature is checked too. The provider's
 * configuration is read at the first click, not at start: without it the site works, and a failure is not kept.
 */
export function createGoogleProvider(
  { issuer, clientId, clientSecret }: GoogleConfig,
  { redirectUri, fetch }: ProviderOptions,
): GoogleProvider {
  let discovered: { at: number; configuration: Promise<oidc.Configuration> } | null = null;

  function configure(): Promise<oidc.Configuration> {
    if (discovered && performance.now() - discovered.at < configurationTtlMs) return discovered.configuration;
    const configuration = discover();
    const discovery = { at: performance.now(), configuration };
    discovered = discovery;
    configuration.catch(() => {
      if (discovered === discovery) discovered = null;
    });
    return configuration;
  }

  function discover(): Promise<oidc.Configuration> {
    const isPlain = issuer.startsWith('http:');
    return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      // Their declaration narrows the body to what the library sends, all of which `fetch` takes.
      [oidc.customFetch]: (url, options) => fetch(url, options as RequestInit),
      // The configuration lets http be on this machine only.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    });
  }

  return {
    async begin() {
      const configuration = await configure();
      const flow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        state: flow.state,
        nonce: flow.nonce,
        // Otherwise the next person at this computer is signed in with the last one's account. Not every provider knows
        // it.
        ...(issuer === googleIssuer && { prompt: 'select_account' }),
      });
      return { url, flow };
    },

    async finish(query, { state, nonce, verifier }) {
      const configuration = await configure();
      const url = new URL(redirectUri);
      url.search = query.toString();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the provider sent no id token');
        return { kind: 'identified', claims: readClaims(claims) };
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
          return { kind: 'cancelled' };
        throw error;
      }
    },
  };
}

function readClaims(claims: oidc.IDToken): Claims {
  const text = (value: unknown) =>
    typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value) ? value : null;
  const subject = text(claims.sub);
  if (subject === null) throw new Error('the id token names nobody');
  return {
    issuer: claims.iss,
    subject,
    email: text(claims['email']),
    isEmailVerified: claims['email_verified'] === true,
    name: text(claims['name']),
    hostedDomain: text(claims['hd'])?.toLowerCase() ?? null,
  };
}
