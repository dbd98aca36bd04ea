import type { FooterSettings, FrontPart, NavigationLink, SiteColors } from './payloads.ts';

export type FeaturedThing = { article: string } | { product: string };

/** What `site.yaml` says, complete. */
export interface SiteSettings {
  name: string;
  tagline: string;
  description: string;
  /** A picture of the media folder. The icons of browsers and telephones are made of it when it is imported. */
  logo?: string | undefined;
  colors?: SiteColors | undefined;
  /** The order in which categories are offered; others follow. */
  categories: string[];
  featured: FeaturedThing[];
  /** What stands on the front page, in its order; undefined: all, as `frontParts` has them. */
  front?: FrontPart[] | undefined;
  /** What the header shows; undefined: products and articles. */
  navigation?: NavigationLink[] | undefined;
  footer: FooterSettings;
  /** What titles are set in: `on` for the font of the build, `off` for that of visitors, or a file of the content folder. */
  fonts?: { titles: string } | undefined;
}
