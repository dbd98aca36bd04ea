import type { DataStrategyFunction } from 'react-router';
import type { PayloadBody } from '#shared/payloads.ts';
import { takePayload } from './payloads.ts';

/** The browser's data strategy: one request brings the data of every matched route of the target. */
export const loadPayload: DataStrategyFunction = async ({ matches, request }) => {
  let pending: Promise<PayloadBody> | undefined;
  const load = () => (pending ??= takePayload(new URL(request.url), request.signal));

  const results = await Promise.all(
    matches.map(async (match) => {
      // `resolve` loads the lazy page beside the data, and turns a rejection into this route's error.
      const result = await match.resolve(
        async () => (await load()).data[match.route.id as keyof PayloadBody['data']],
      );
      return [match, result] as const;
    }),
  );
  return Object.fromEntries(
    results.filter(([match]) => match.shouldCallHandler()).map(([match, result]) => [match.route.id, result]),
  );
};
