/** A published product as it is filtered. */
export interface FacetProduct {
  id: string;
  /** Categories whose lists it stands in. */
  places: readonly string[];
  publishedMs: number;
  price: number | null;
  /** Stands before others in the recommended order. */
  isAvailable: boolean;
  /** A row for each variant, or one for the product: choices of several facets hold for the same row. */
  rows: readonly FacetRow[];
}

/** Values by the name of their facet. Rows of a product have the same values of a facet, or none in common. */
export type FacetRow = ReadonlyMap<string, readonly string[]>;
