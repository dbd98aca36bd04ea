import { Router } from 'express';
import { withBase } from '#shared/address/paths.ts';
import { isStoredRoute, pageRoutes } from '#shared/address/routes.ts';
import { sendTagged } from './send-tagged.ts';

const path = '/speculation-rules.json';

/**
 * Rules by which a browser prefetches the targets of a visitor's pointer, where our script, which does it better, does
 * not run; `data-live` marks the pages that it has taken over. In a file, since the policy allows no inline script.
 */
export function speculationRules(basePath: string): Router {
  const router = Router({ caseSensitive: true });
  const text = JSON.stringify(rules(basePath));

  router.get(path, (_request, response) => {
    response.type('application/speculationrules+json').set('Cache-Control', 'public, max-age=3600');
    sendTagged(response, text);
  });

  return router;
}

/** For `Speculation-Rules`, which every page carries. */
export function speculationRulesHeader(basePath: string): string {
  return `"${withBase(basePath, path)}"`;
}

function rules(basePath: string) {
  const unstored = pageRoutes
    .filter((route) => !isStoredRoute(route.id))
    .map((route) => `${withBase(basePath, route.path)}{/*}?`);
  const where = {
    and: [
      { href_matches: `${basePath}*` },
      { selector_matches: ':root:not([data-live]) a[href]' },
      { not: { href_matches: unstored } },
      { not: { selector_matches: '[download], [target]:not([target=_self]), [rel~=nofollow]' } },
    ],
  };
  // Moderate: when the pointer rests on a link for a moment. The page is fetched, and nothing on it runs.
  return { prefetch: [{ where, eagerness: 'moderate' }] };
}
