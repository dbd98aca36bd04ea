import type { Labelling } from '../kinds/product-parts/labelling.ts';

/** A shop that has the product; `label` is its name. */
export interface PurchaseLink {
  url: string;
  label: string;
}

/** A PDF. */
export interface DownloadData {
  label: string;
  href: string;
  bytes: number;
}

/** Facts of the product's label, without empty values. */
export interface LabellingData extends Partial<Omit<Labelling, 'maker' | 'importer'>> {
  maker?: Partial<Labelling['maker']>;
  importer?: Partial<Labelling['importer']>;
}
