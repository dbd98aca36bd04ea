import type { FeaturedData, Picture } from '#shared/payload/payloads.ts';
import type { FeaturedThing } from '#shared/kinds/setting.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { listArticlesById } from '#server/features/articles/article-queries.ts';
import { listProductsById } from '#server/features/products/product-queries.ts';

/** In the order of the settings, without what a visitor may not see. */
export async function listFeatured(
  reader: Reader,
  things: readonly FeaturedThing[],
): Promise<FeaturedData[]> {
  const articleIds = things.flatMap((thing) => ('article' in thing ? [thing.article] : []));
  const productIds = things.flatMap((thing) => ('product' in thing ? [thing.product] : []));
  const articles = await listArticlesById(reader, articleIds);
  const products = await listProductsById(reader, productIds);
  return things.flatMap((thing): FeaturedData[] => {
    if ('article' in thing) {
      const article = articles.find(({ id }) => id === thing.article);
      if (!article) return [];
      const { id, title, summary, author, cover } = article;
      return [{ kind: 'article', id, title, summary, label: author.name, picture: undescribed(cover) }];
    }
    const product = products.find(({ id }) => id === thing.product);
    if (!product) return [];
    const { id, name, summary, category, categoryName: label = category, picture } = product;
    return [{ kind: 'product', id, title: name, summary, label, picture: undescribed(picture) }];
  });
}

/** The words beside it describe it; its own page describes the picture. */
function undescribed(picture: Picture | null): Picture | null {
  return picture && { ...picture, alt: '' };
}
