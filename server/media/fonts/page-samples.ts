import { interfaceTitles } from '#shared/locale/interface-titles.ts';
import type { NamedEntries } from './read-titles.ts';
import { charactersOf, type TitleTexts } from './title-texts.ts';

/** What a page of the site sets in the font of titles, and how much it matters that it loads little. */
export interface PageSample {
  characters: ReadonlySet<string>;
  weight: number;
}

/** The newest entries of each kind: visitors see these most, and what older ones say is much the same. */
export const sampledEntries = 400;

/** How many cards stand on a page of a list, and of related products on the page of one. */
const cards = { products: 24, articles: 12, related: 4 };
/** What lists show first is what most visitors see first. */
const weights = { firstList: 8, list: 2, article: 2, other: 1 };

/** Builds pages as visitors see them out of what is set on each. `texts` are the newest of each kind first. */
export function samplePages(
  texts: readonly TitleTexts[],
  { featured, mentions }: NamedEntries = { featured: [], mentions: [] },
): PageSample[] {
  const labels = interfaceTitles();
  const of = (kind: TitleTexts['kind']) => texts.filter((some) => some.kind === kind);
  const [products, articles] = [of('products'), of('articles')];
  const titles = new Map([...products, ...articles].map(({ id, title }) => [id, title]));
  const named = (ids: readonly string[]) => ids.map((id) => titles.get(id) ?? '').join('');
  const everywhere = titlesOf(of('site'));
  const samples: PageSample[] = [];
  const add = (weight: number, ...parts: string[]) => {
    const characters = charactersOf(everywhere + parts.join(''));
    // A page of many characters is the one that loads too much.
    samples.push({ characters, weight: weight * characters.size });
  };

  inPages(products, cards.products).forEach((page, index) => {
    const weight = index === 0 ? weights.firstList : weights.list;
    add(weight, labels.products, page, index === 0 ? named(featured) : '');
  });
  inPages(articles, cards.articles).forEach((page, index) => {
    add(index === 0 ? weights.firstList : weights.list, labels.articles, page);
  });
  products.forEach(({ title, own }, index) => {
    const related = titlesOf(products.slice(index + 1, index + 1 + cards.related));
    add(weights.other, labels.productPages, title, own, related);
  });
  articles.forEach(({ id, title, own }, index) => {
    const neighbours = titlesOf(articles.slice(Math.max(0, index - 1), index + 2));
    const ids = mentions.flatMap(({ article_id, product_id }) => (article_id === id ? product_id : []));
    add(weights.article, labels.articlePages, title, own, neighbours, named(ids));
  });
  for (const { title, own } of of('pages')) add(weights.other, title, own);
  for (const { title, own } of of('authors')) add(weights.other, labels.authorPages, title, own);
  add(weights.other, labels.others);
  return samples;
}

function inPages(texts: readonly TitleTexts[], size: number): string[] {
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, i) =>
    titlesOf(texts.slice(i * size, (i + 1) * size)),
  );
}

function titlesOf(texts: readonly TitleTexts[]): string {
  return texts.map(({ title }) => title).join('');
}
