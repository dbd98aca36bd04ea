import type { FrontPart } from '#shared/kinds/site.ts';
import type { ReactNode } from 'react';
import { paths } from '#shared/address/paths.ts';
import type { FrontPayload } from '#shared/payload/payloads.ts';
import { usePayload } from '../context/use-payload.ts';
import { PageHead } from '../site/page-head.tsx';
import { ProductListView } from '../site/cards/product-list-view.tsx';
import { FeaturedCarousel } from './front/featured-carousel.tsx';
import { FirstSteps } from './front/first-steps.tsx';
import { Masthead } from './front/masthead.tsx';
import { NewestArticles } from './front/newest-articles.tsx';
import { ProductSection } from './front/product-section.tsx';

/** Front page: introduction of the site, then the parts that the settings list, in their order. */
export function FrontPage() {
  const site = usePayload('layout');
  const payload = usePayload('index');
  const { description, front } = payload;
  if (front.length === 0) return <ProductListView list={payload} />;
  const shown = front.filter((part) => !isEmpty[part](payload));
  return (
    <>
      <PageHead title={null} description={description} canonicalPath={paths.home} feedOf={paths.home} />
      <Masthead site={site} description={description} />
      {shown.map((part, index) => (
        <FrontSection key={part} part={part} payload={payload} isFirst={index === 0} />
      ))}
      {shown.length === 0 && <FirstSteps />}
    </>
  );
}

/** Empty parts are left out, with their heading and filters. */
const isEmpty: Record<FrontPart, (payload: FrontPayload) => boolean> = {
  featured: ({ featured }) => featured.length === 0,
  articles: ({ articles }) => articles.length === 0,
  products: ({ items }) => items.length === 0,
};

interface FrontSectionProps {
  part: FrontPart;
  payload: FrontPayload;
  /** Its pictures are seen at once. */
  isFirst: boolean;
}

function FrontSection({ part, payload, isFirst }: FrontSectionProps): ReactNode {
  switch (part) {
    case 'featured':
      return <FeaturedCarousel featured={payload.featured} isFirstView={isFirst} />;
    case 'articles':
      return <NewestArticles articles={payload.articles} asOf={payload.asOf} isFirstView={isFirst} />;
    case 'products':
      return <ProductSection list={payload} isFirstView={isFirst} />;
  }
}
