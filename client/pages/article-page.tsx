import type { TFunction } from 'i18next';
import { formatDate } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { ArticlePayload } from '#shared/payloads.ts';
import { useHref } from '../site/app-config-context.ts';
import { PageHead } from '../site/page-head.tsx';
import { ProductCard } from '../site/product-card.tsx';
import { Prose } from '../site/prose.tsx';
import { SaveButton } from '../site/save-button.tsx';
import { ShareButton } from '../site/share-button.tsx';
import { SitePicture } from '../site/site-picture.tsx';
import { usePayload } from '../site/use-payload.ts';
import { useText } from '../site/use-text.ts';

/** From this many headings on, a list of them helps more than it is in the way. */
const longFrom = 6;
/** From this many on, only the main ones are listed. */
const veryLongFrom = 16;

export function ArticlePage() {
  const t = useText();
  const href = useHref();
  const article = usePayload('articles-id');

  return (
    <>
      <PageHead
        title={article.title}
        description={article.summary}
        canonicalPath={paths.article(article.id)}
        type="article"
        picture={article.cover}
        sharingCard={article.sharingCard}
        publishedAt={article.publishedAt}
      />
      <article>
        <header className="mx-auto max-w-2xl">
          <h1 className="page-title">{article.title}</h1>
          {article.summary !== '' && (
            <p className="mt-4 text-lg leading-relaxed text-soft">{article.summary}</p>
          )}
          <Byline article={article} authorHref={href(paths.author(article.author.id))} t={t} />
        </header>
        {article.cover && (
          <SitePicture
            picture={article.cover}
            place="cover"
            isFirstView
            className="mx-auto mt-8 aspect-16/9 max-w-4xl rounded-lg"
          />
        )}
        <div className="mx-auto mt-10 max-w-2xl">
          {article.headings.length >= longFrom && (
            <Contents headings={article.headings} label={t('article.contents')} />
          )}
          <Prose html={article.bodyHtml} name="bodyHtml" />
          <p className="mt-10 flex flex-wrap gap-3 print:hidden">
            <ShareButton title={article.title} />
            <SaveButton item={`article:${article.id}`} name={article.title} />
          </p>
          {article.tags.length > 0 && (
            <ul aria-label={t('article.tags')} className="mt-10 flex flex-wrap gap-2">
              {article.tags.map((tag) => (
                <li key={tag} className="rounded-full bg-muted px-3 py-1 text-sm text-soft">
                  {tag}
                </li>
              ))}
            </ul>
          )}
        </div>
      </article>
      {article.products.length > 0 && (
        <section aria-labelledby="products" className="mt-16 border-t border-line pt-10">
          <h2 id="products" className="section-title">
            {t('article.products')}
          </h2>
          <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-6 lg:grid-cols-4">
            {article.products.map((product) => (
              <ProductCard
                key={product.id}
                product={product}
                href={href(paths.product(product.id))}
                t={t}
                headingLevel="h3"
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Byline({ article, authorHref, t }: { article: ArticlePayload; authorHref: string; t: TFunction }) {
  const updated = formatDate(article.updatedAt);
  return (
    <div className="mt-6 flex items-center gap-3 text-sm text-soft">
      {article.authorAvatar && (
        <SitePicture
          picture={article.authorAvatar}
          place="avatar"
          isFirstView
          isDecorative
          className="size-12 shrink-0 rounded-full"
        />
      )}
      <div>
        <a href={authorHref} className="text-base text-strong hover:text-primary hover:underline">
          {article.author.name}
        </a>
        <p className="flex flex-wrap gap-x-3">
          <time dateTime={article.publishedAt}>{formatDate(article.publishedAt)}</time>
          {updated !== null && (
            <time dateTime={article.updatedAt ?? undefined}>{t('article.updated', { date: updated })}</time>
          )}
          <span>{t('article.readingTime', { minutes: article.readingMinutes })}</span>
        </p>
      </div>
    </div>
  );
}

function Contents({ headings, label }: { headings: ArticlePayload['headings']; label: string }) {
  const listed = headings.length < veryLongFrom ? headings : headings.filter(({ level }) => level === 2);
  return (
    <nav aria-labelledby="contents" className="mb-10 rounded-lg bg-muted p-5">
      <h2 id="contents" className="font-serif text-lg text-strong">
        {label}
      </h2>
      <ol className="mt-2">
        {listed.map(({ id, level, text }) => (
          <li key={id} className={level > 2 ? 'pl-5' : undefined}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center text-body hover:text-primary hover:underline sm:min-h-9"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
