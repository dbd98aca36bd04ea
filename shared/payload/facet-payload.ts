import type { ProductFilters } from '../address/product-filters.ts';

/** Value of a facet with the number of products that have it and meet the choices of all other facets. */
export interface OfferedValue {
  value: string;
  count: number;
}

export interface OfferedFacet {
  /** Parameter of the address in which its values stand. */
  parameter: 'brand' | 'availability' | 'f';
  /** Name of the spec or option; empty: that of the parameter. */
  name: string;
  values: OfferedValue[];
}

/** Filters that a list of products offers, and those that are chosen. */
export interface ListFacets {
  /** Site path of the list in its one spelling. */
  address: string;
  chosen: ProductFilters;
  /** Names of the category's facets, in the order in which an address has them. */
  names: string[];
  /** Facets with something to choose. */
  offered: OfferedFacet[];
}

export interface PerhapsFiltered {
  /** Left out: the list has no filters. */
  facets?: ListFacets;
}
