import type { FooterSettings, FrontPart, NavigationLink } from './payloads.ts';

export type FeaturedThing = { article: string } | { product: string };

/** What `site.yaml` says, complete. */
export interface SiteSettings {
  name: string;
  tagline: string;
  description: string;
  /** The order in which categories are offered; others follow. */
  categories: string[];
  featured: FeaturedThing[];
  /** What stands on the front page, in its order; undefined: all, as `frontParts` has them. */
  front?: FrontPart[] | undefined;
  /** What the header shows; undefined: products and articles. */
  navigation?: NavigationLink[] | undefined;
  footer: FooterSettings;
}
