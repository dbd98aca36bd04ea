import '#shared/locale/visitors/filter-texts.ts';
import { useLayoutEffect, useRef, type ChangeEvent, type RefObject } from 'react';
import { isAvailability, joinValue, type ProductFilters } from '#shared/address/product-filters.ts';
import { usualSort, type ListQuery } from '#shared/address/list-query.ts';
import { paths } from '#shared/address/paths.ts';
import type { ListFacets, OfferedFacet } from '#shared/payload/facet-payload.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { PriceFields } from '#client/site/filters/price-fields.tsx';
import { availabilityLabel } from './availability-label.ts';
import { useOneSpelling } from './use-one-spelling.ts';

interface FilterFormProps {
  query: ListQuery;
  facets: ListFacets;
}

/** Values of a facet that stand there before one asks for more. */
const shownValues = 12;

/**
 * A form, so that boxes of several facets can be ticked before it is sent, and that it works without script; with script
 * each press sends it. Its fields stand in the order in which the address has them.
 */
export function FilterForm({ query: { category, sort }, facets }: FilterFormProps) {
  const t = useText();
  const href = useHref();
  const { address, chosen, names, offered } = facets;
  const form = useRef<HTMLFormElement>(null);
  useOneSpelling(form, names);
  const onPress = useStayingInPlace(form, address);
  return (
    <details className="filters">
      <summary className="button">{t('filters.title')}</summary>
      <form ref={form} action={href(paths.products())} onChange={onPress} aria-label={t('filters.title')}>
        {category !== null && <input type="hidden" name="category" value={category} />}
        {offered.map((facet) =>
          facet.parameter === 'f' ? null : <Facet key={facet.parameter} facet={facet} chosen={chosen} />,
        )}
        <fieldset className="mt-6">
          <legend className="text-sm text-soft">{t('filters.price')}</legend>
          <PriceFields limits={chosen} />
        </fieldset>
        {offered.map((facet) =>
          facet.parameter === 'f' ? <Facet key={facet.name} facet={facet} chosen={chosen} /> : null,
        )}
        {sort !== usualSort && <input type="hidden" name="sort" value={sort} />}
        <button className="button mt-4 w-full">{t('filters.apply')}</button>
      </form>
    </details>
  );
}

/** Sends the form when a box is pressed, keeps the place on the page, and lets boxes follow the address. */
function useStayingInPlace(form: RefObject<HTMLFormElement | null>, address: string) {
  const shown = useRef(address);
  const place = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    form.current?.reset();
    const { current: top } = place;
    place.current = null;
    // After the page has been scrolled to its beginning, which a list with other filters is.
    if (top !== null) queueMicrotask(() => window.scrollTo(0, top));
  }, [form, address]);

  return ({ target, currentTarget }: ChangeEvent<HTMLFormElement>) => {
    const field: unknown = target;
    if (!(field instanceof HTMLInputElement) || field.type !== 'checkbox') return;
    place.current = window.scrollY;
    currentTarget.requestSubmit?.();
  };
}

function Facet({ facet, chosen }: { facet: OfferedFacet; chosen: ProductFilters }) {
  const t = useText();
  const { parameter, name } = facet;
  const isChosen = (value: string) => chosenOf(facet, chosen).includes(value);
  // A later build's value has no word here.
  const values = facet.values.filter(
    ({ value }) => parameter !== 'availability' || isAvailability(value) || isChosen(value),
  );
  // Nobody looks for a chosen value in what is closed.
  const [first, rest] = split(values, isChosen);
  const boxes = (some: OfferedFacet['values']) =>
    some.map(({ value, count }) => (
      <label key={value} className="row-link">
        <input
          type="checkbox"
          name={parameter}
          value={parameter === 'f' ? joinValue([name, value]) : value}
          defaultChecked={isChosen(value)}
        />
        <span className="min-w-0 grow">
          {parameter === 'availability' ? availabilityLabel(t, value) : value}
        </span>
        <span className="figures text-sm">{count}</span>
      </label>
    ));
  return (
    <fieldset className="mt-6">
      <legend className="text-sm text-soft">{parameter === 'f' ? name : t(`filters.${parameter}`)}</legend>
      {boxes(first)}
      {rest.length > 0 && (
        <details>
          <summary className="row-link text-primary">{t('filters.more', { count: rest.length })}</summary>
          {boxes(rest)}
        </details>
      )}
    </fieldset>
  );
}

function chosenOf(
  { parameter, name }: OfferedFacet,
  { brand, availability, values }: ProductFilters,
): readonly string[] {
  switch (parameter) {
    case 'brand':
      return brand;
    case 'availability':
      return availability;
    case 'f':
      return values.flatMap(([facet, value]) => (facet === name ? value : []));
  }
}

/** The first values with all that are chosen, and the rest. */
function split<Item extends { value: string }>(
  values: readonly Item[],
  isChosen: (value: string) => boolean,
): [Item[], Item[]] {
  const isFirst = ({ value }: Item, place: number) => place < shownValues || isChosen(value);
  return [values.filter(isFirst), values.filter((item, place) => !isFirst(item, place))];
}
