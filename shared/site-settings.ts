import type { NavigationLink, TextLink } from './payloads.ts';

export type FeaturedThing = { article: string } | { product: string };

/** What `site.yaml` says, complete. */
export interface SiteSettings {
  name: string;
  tagline: string;
  description: string;
  /** The order in which categories are offered; others follow. */
  categories: string[];
  featured: FeaturedThing[];
  /** What the header shows; undefined: products and articles. */
  navigation?: NavigationLink[] | undefined;
  footer: { about: string; links: TextLink[] };
  /** What titles are set in: `on` for the font of the build, `off` for that of visitors, or a file of the content folder. */
  fonts?: { titles: string } | undefined;
}
