import { Router } from 'express';
import { paths } from '#shared/address/paths.ts';
import { readSearchText } from '#shared/search.ts';
import type { SuggestionsBody } from '#shared/payload/search-payload.ts';
import { readerOfSite, type ReadableSite } from '#server/freshness/site-reader.ts';
import { sendTagged } from '#server/http/answer/send-tagged.ts';
import { findSuggestions } from './find-suggestions.ts';

/** Suggestions for somebody who types, for the script of the search fields. */
export function suggestionRoutes(site: ReadableSite): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.get(paths.suggestions, async (request, response) => {
    const { searchParams } = new URL(`http://site${request.originalUrl}`);
    const reader = readerOfSite(site);
    const suggestions = await findSuggestions(reader, readSearchText(searchParams.get('q')));
    // Long enough for typing and taking back.
    response.set({ 'Cache-Control': 'public, max-age=60', 'X-Robots-Tag': 'noindex' }).type('json');
    sendTagged(response, JSON.stringify({ suggestions } satisfies SuggestionsBody));
  });

  return router;
}
