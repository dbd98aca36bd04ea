import type { DataStrategyFunction } from 'react-router';
import { isPageError, unexpectedError } from '#shared/page-error.ts';
import type { PayloadBody } from '#shared/payloads.ts';

/** The browser's data strategy: one request brings the data of every matched route of the target. */
export const loadPayload: DataStrategyFunction = async ({ matches, request }) => {
  let pending: Promise<PayloadBody> | undefined;
  const load = () => (pending ??= fetchPayload(request));

  const results = await Promise.all(
    matches.map(async (match) => {
      // `resolve` loads the lazy page beside the data, and turns a rejection into this route's error.
      const result = await match.resolve(
        async () => (await load()).data[match.route.id as keyof PayloadBody['data']],
      );
      return [match.route.id, result] as const;
    }),
  );
  return Object.fromEntries(
    results.filter(([id]) => matches.find((m) => m.route.id === id)?.shouldCallHandler()),
  );
};

async function fetchPayload(request: Request): Promise<PayloadBody> {
  const url = new URL(request.url);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/_payload.json`;
  url.hash = '';
  const response = await fetch(url, { headers: { Accept: 'application/json' }, signal: request.signal });
  const body: unknown = await response.json();
  if (response.ok) return body as PayloadBody;
  throw isPageError(body) ? body : unexpectedError();
}
