import { redirect, replace, type DataStrategyFunction, type RouterState } from 'react-router';
import type { LayoutPayload } from '#shared/payload/payloads.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { layoutRoute } from '#shared/address/routes.ts';
import type { ViewerStore } from '#client/context/viewer-store.ts';
import { documentLoads, loadDocumentInstead } from '../navigate/document-loads.ts';
import { leavePage } from '../navigate/page-transition.ts';
import { consumePayload } from './payloads.ts';

interface PayloadStrategyOptions {
  viewer: ViewerStore;
  routerState: () => RouterState;
  /** Loads the scripts that this data needs beside those of its pages. */
  loadParts: (data: PayloadBody['data']) => Promise<void>;
}

/**
 * The browser's data strategy: one request brings the data of every matched route of the target. When all is there,
 * scripts too, the old page leaves, unless the target is another view of it.
 */
export function createPayloadStrategy({
  viewer,
  routerState,
  loadParts,
}: PayloadStrategyOptions): DataStrategyFunction {
  return async function loadPayload({ matches, request }) {
    const url = new URL(request.url);
    const { location: shown, navigation, loaderData } = routerState();
    const hash = navigation.location?.hash ?? '';
    let pending: Promise<PayloadBody> | undefined;
    const load = () => (pending ??= consumePayload(url, request.signal));

    const results = await Promise.all(
      matches.map(async (match) => {
        // `resolve` loads the lazy page beside the data, and turns a rejection into this route's error.
        const result = await match.resolve(async () => {
          if (request.method === 'POST') {
            const { runAction } = await import('../keep/send-form.ts').catch((error: unknown) =>
              loadDocumentInstead(url.pathname + url.search, error),
            );
            return runAction(request);
          }
          const { data, seeOther } = await load();
          await loadParts(data).catch((error: unknown) =>
            loadDocumentInstead(url.pathname + url.search, error),
          );
          if (seeOther) {
            // On the way back the history has an entry for this address already, which would lead forward again.
            const isThere = location.pathname + location.search === url.pathname + url.search;
            const go = isThere ? replace : redirect;
            return go(seeOther + hash);
          }
          const isSameSite = isSameLayout(data.layout, loaderData[layoutRoute.id]);
          // The page stays as it is until the document comes.
          if (!isSameSite && documentLoads.reload(url.pathname + url.search + hash))
            return new Promise(() => {});
          return data[match.route.id as keyof PayloadBody['data']];
        });
        return [match, result] as const;
      }),
    );
    const body = await pending?.catch(() => undefined);
    // Signed in or out elsewhere: the answer knows. Errors know nothing of it.
    if (body) viewer.set(body.viewer ?? null);
    if (request.method === 'GET' && url.pathname !== shown.pathname && !body?.seeOther)
      await leavePage(request.signal);
    return Object.fromEntries(
      results
        .filter(([match]) => match.shouldCallHandler())
        .map(([match, result]) => [match.route.id, result]),
    );
  };
}

/**
 * Whether the settings of the site are those of the document, whose head has its colours and icons. The sharing card
 * does not matter to a visitor.
 */
function isSameLayout(fetched?: LayoutPayload, shown?: LayoutPayload): boolean {
  const written = (layout?: LayoutPayload) => JSON.stringify({ ...layout, card: '' });
  return fetched === undefined || shown === undefined || written(fetched) === written(shown);
}
