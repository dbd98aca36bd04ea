import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import type { ListFacets } from '#shared/payload/facet-payload.ts';
import { createI18n } from '#shared/locale/create-i18n.ts';
import { AppConfigContext } from '#client/context/app-config-context.ts';

import { FilterForm } from '#client/pages/product-list/filter-form.tsx';

/** Payload of a server that knows one availability more than this script. */
const later: ListFacets = JSON.parse(`{
  "address": "/product?category=tea", "names": [],
  "chosen": { "brand": [], "availability": [], "values": [], "min": null, "max": null },
  "offered": [{ "parameter": "availability", "name": "", "values": [
    { "value": "sold_out", "count": 1 }, { "value": "rented", "count": 2 }
  ] }]
}`);

function formOf(facets: ListFacets): string {
  return renderToStaticMarkup(
    <I18nextProvider i18n={createI18n()}>
      <AppConfigContext value={{ baseURL: '/', buildId: '', publicUrl: null }}>
        <FilterForm query={{ category: 'tea', sort: 'newest', page: 1 }} facets={facets} />
      </AppConfigContext>
    </I18nextProvider>,
  );
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
