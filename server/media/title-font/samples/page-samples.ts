import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { interfaceTitles } from '#shared/locale/interface-titles.ts';
import type { NamedEntries } from '../read-titles.ts';
import { charactersOf, type TitleTexts } from '../title-texts.ts';

/** Characters that a page of the site sets in the font of titles, with the importance of a small download. */
export interface PageSample {
  characters: ReadonlySet<string>;
  weight: number;
}

/** Number of the newest entries of each kind: visitors see these most, and older ones have much the same characters. */
export const sampledEntries = 2000;

/** Number of cards on a page of a list, on the front page, and below an article or a product. */
const cards = { products: 24, articles: 12, front: 3, relatedProducts: 4, relatedArticles: 3 };
/** Importance of pages: most visitors see the first page of a list first. */
const weights = { firstList: 8, list: 2, article: 3, other: 1 };

const sampledByThemselves: readonly Kind[] = ['products', 'articles', 'authors'];

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

  const front = [named(featured), titlesOf(articles.slice(0, cards.front))];
  add(weights.firstList, labels.front, ...front, titlesOf(products.slice(0, cards.products)));
  for (const [kind, all] of [
    ['products', products],
    ['articles', articles],
  ] as const) {
    inPages(all, cards[kind]).forEach((page, index) =>
      add(index === 0 ? weights.firstList : weights.list, labels[kind], page),
    );
    for (const [name, filed] of byFile(all))
      add(weights.other, labels[kind], name, titlesOf(filed.slice(0, cards[kind])));
  }
  const files = byFile([...products, ...articles]);
  const ofArticle = Map.groupBy(mentions, ({ article_id }) => article_id);
  const ofProduct = Map.groupBy(mentions, ({ product_id }) => product_id);
  for (const product of products) {
    const related = alike(product, files, cards.relatedProducts);
    const ids = (ofProduct.get(product.id) ?? []).map(({ article_id }) => article_id);
    add(weights.other, labels.productPages, product.title, product.own, titlesOf(related), named(ids));
  }
  articles.forEach((article, index) => {
    const related = alike(article, files, cards.relatedArticles);
    const neighbours = articles.slice(Math.max(0, index - 1), index + 2);
    const ids = (ofArticle.get(article.id) ?? []).map(({ product_id }) => product_id);
    add(weights.article, labels.articlePages, article.own, titlesOf([...neighbours, ...related]), named(ids));
  });
  for (const kind of kindNames.filter((name) => !sampledByThemselves.includes(name)))
    for (const { title, own } of of(kind)) add(weights.other, title, own);
  for (const { title, own } of of('authors')) add(weights.other, labels.authorPages, title, own);
  add(weights.other, labels.others);
  return samples;
}

type Files = ReadonlyMap<string, readonly TitleTexts[]>;

/** Texts of each category and tag. */
function byFile(texts: readonly TitleTexts[]): Files {
  const files = new Map<string, TitleTexts[]>();
  for (const some of texts) {
    for (const name of some.filed) {
      const filed = files.get(name);
      if (filed) filed.push(some);
      else files.set(name, [some]);
    }
  }
  return files;
}

/** Other texts of its kind that have the most in common with it, the newest first. */
function alike(texts: TitleTexts, files: Files, count: number): TitleTexts[] {
  const common = new Map<TitleTexts, number>();
  for (const name of texts.filed)
    for (const other of files.get(name) ?? [])
      if (other !== texts && other.kind === texts.kind) common.set(other, (common.get(other) ?? 0) + 1);
  return [...common]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([other]) => other);
}

function inPages(texts: readonly TitleTexts[], size: number): string[] {
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, i) =>
    titlesOf(texts.slice(i * size, (i + 1) * size)),
  );
}

function titlesOf(texts: readonly TitleTexts[]): string {
  return texts.map(({ title }) => title).join('');
}
