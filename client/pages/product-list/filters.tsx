import { filteredPath, isFiltered } from '#shared/address/product-filters.ts';
import { ChosenFilters } from './chosen-filters.tsx';
import { FilterForm } from './filter-form.tsx';
import { filterSlot } from './filter-slot.ts';

filterSlot.filteringOf = ({ query, total }, facets) => {
  const { chosen, names } = facets;
  return {
    isFiltered: isFiltered(chosen),
    addressOf: (part) => filteredPath({ ...query, ...chosen, page: 1, ...part }, names),
    form: <FilterForm query={query} facets={facets} />,
    chosen: <ChosenFilters query={query} facets={facets} total={total} />,
  };
};
