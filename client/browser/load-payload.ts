import { redirect, type DataStrategyFunction } from 'react-router';
import type { PayloadBody } from '#shared/payloads.ts';
import type { ViewerStore } from '../site/viewer-store.ts';
import { takePayload } from './payloads.ts';

/** The browser's data strategy: one request brings the data of every matched route of the target. */
export function createPayloadStrategy(viewer: ViewerStore): DataStrategyFunction {
  return async function loadPayload({ matches, request }) {
    let pending: Promise<PayloadBody> | undefined;
    const load = () => (pending ??= takePayload(new URL(request.url), request.signal));

    const results = await Promise.all(
      matches.map(async (match) => {
        // `resolve` loads the lazy page beside the data, and turns a rejection into this route's error.
        const result = await match.resolve(async () => {
          const { data, seeOther } = await load();
          if (seeOther !== undefined) return redirect(seeOther);
          return data[match.route.id as keyof PayloadBody['data']];
        });
        return [match, result] as const;
      }),
    );
    // Signed in or out elsewhere: the answer knows. Errors know nothing of it.
    await pending?.then((body) => viewer.set(body.viewer ?? null)).catch(() => {});
    return Object.fromEntries(
      results
        .filter(([match]) => match.shouldCallHandler())
        .map(([match, result]) => [match.route.id, result]),
    );
  };
}
