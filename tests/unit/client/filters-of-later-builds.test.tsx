import '#shared/locale/visitors/search-texts.ts';
import type { i18n as I18n } from 'i18next';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import type { ListFacets } from '#shared/payload/facet-payload.ts';
import type { SearchFacets } from '#shared/payload/search-payload.ts';
import { createTexts } from '#shared/locale/texts.ts';
import { parseSearchQuery } from '#shared/search.ts';
import { AppConfigContext } from '#client/context/app-config-context.ts';

import { FilterForm } from '#client/pages/product-list/filter-form.tsx';
import { SearchFilters } from '#client/pages/search/search-filters.tsx';

/** As in client/start.tsx: i18next itself, which knows of more than keys, is on the server alone. */
const i18n = { t: createTexts() } as I18n;

/** Payload of a server that knows one availability more than this script. */
const later: ListFacets = JSON.parse(`{
  "address": "/product?category=tea", "names": [],
  "chosen": { "brand": [], "availability": [], "values": [], "min": null, "max": null },
  "offered": [{ "parameter": "availability", "name": "", "values": [
    { "value": "sold_out", "count": 1 }, { "value": "rented", "count": 2 }
  ] }]
}`);

function drawn(element: ReactElement): string {
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <AppConfigContext value={{ baseURL: '/', buildId: '', publicUrl: null }}>{element}</AppConfigContext>
    </I18nextProvider>,
  );
}

function formOf(facets: ListFacets): string {
  return drawn(<FilterForm query={{ category: 'tea', sort: 'newest', page: 1 }} facets={facets} />);
}

test('a filter for an availability that this script has no word for is not offered, and shows no key', () => {
  const form = formOf(later);
  expect(form).toContain('已售完');
  expect(form).not.toContain('rented');
});

test('one that is chosen stays chosen, and shows no key', () => {
  const { chosen } = later;
  const form = formOf({ ...later, chosen: { ...chosen, availability: JSON.parse('["rented"]') } });
  expect(form).toMatch(/<input type="checkbox" name="availability" (?:checked="" )?value="rented"/);
  expect(form).toContain('>供應狀況</span>');
});

test('nor does a search offer it', () => {
  const facets: SearchFacets = JSON.parse(`{
    "category": [], "tag": [], "author": [], "isCapped": false,
    "availability": [{ "value": "sold_out", "label": "", "count": 1 }],
    "laterAvailability": [{ "value": "rented", "label": "", "count": 2 }]
  }`);
  const query = parseSearchQuery(new URLSearchParams('q=茶&kind=products'));
  const filters = drawn(<SearchFilters query={query} facets={facets} />);
  expect(filters).toContain('已售完');
  expect(filters).not.toContain('rented');
});
