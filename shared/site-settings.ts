import type { NavigationLink, TextLink } from './payloads.ts';

/** What can stand on the front page below its head. */
export const frontParts = ['featured', 'articles', 'products'] as const;
export type FrontPart = (typeof frontParts)[number];

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

/** Who is behind the site, and what may be done with it. */
export interface FooterSettings {
  about: string;
  links: TextLink[];
  address?: string | undefined;
  email?: string | undefined;
  /** Where the site is elsewhere. */
  social?: TextLink[] | undefined;
  licence?: TextLink | undefined;
  /** Since when the site has its rights. */
  year?: number | undefined;
}
