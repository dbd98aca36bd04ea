import type { NamedArticle, Referrers } from '#shared/editing/referrers.ts';
import { editPaths, type EditKind } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { OldAddressChoice } from '../form/old-address-choice.tsx';
import { Notice } from '../notice.tsx';
import { PostForm } from '../form/post-form.tsx';
import { LeaveLink } from '../leave-link.tsx';

export interface RemovePageProps {
  kind: EditKind;
  id: string;
  title: string;
  entryKey: string;
  version: number;
  /** Mark of the untouched form. */
  mark: string;
  /** Why it cannot be; null when it can. */
  problem: string | null;
  /** Where the old address was to lead, as it was typed. */
  to: string;
  referrers: Referrers;
}

/** Asks before an entry goes to the trash. */
export function RemovePage({
  mark,
  kind,
  id,
  entryKey,
  title,
  version,
  problem,
  to,
  referrers,
}: RemovePageProps) {
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{editTexts.remove.title(title || id)}</h1>
      {problem !== null && <Notice kind="problem" text={problem} />}
      <p className="edit-column">{editTexts.remove.text}</p>
      <Referrers kind={kind} {...referrers} />
      <PostForm
        main={{ does: 'remove', mark }}
        action={href(editPaths.save(kind, { id, key: entryKey, version }))}
        className="edit-column grid gap-4"
      >
        <OldAddressChoice legend={editTexts.remove.address} first="gone" isGone={to === ''} to={to} />
        <p className="flex flex-wrap items-center gap-4">
          <button name="do" value="remove" className="button-primary">
            {editTexts.remove.confirm}
          </button>
          <LeaveLink to={editPaths.entry(kind, id)} className="row-link">
            {editTexts.remove.cancel}
          </LeaveLink>
        </p>
      </PostForm>
    </>
  );
}

function Referrers({
  kind,
  articles,
  articleCount,
  drafts,
  isFeatured,
  isLinked,
}: Referrers & { kind: EditKind }) {
  const texts = editTexts.remove;
  const more = articleCount - articles.length;
  if (articleCount + drafts.length === 0 && !isFeatured && !isLinked) return null;
  return (
    <section aria-labelledby="referrers" className="edit-column">
      <h2 id="referrers" className="section-title">
        {texts.referrers}
      </h2>
      <p>{kind === 'authors' && articleCount > 0 ? editTexts.problem.hasArticles : texts.referrersText}</p>
      <ul className="list-disc ps-6">
        {articles.map((article) => (
          <ArticleItem key={article.id} article={article} />
        ))}
        {more > 0 && <li>{texts.moreArticles(more)}</li>}
        {drafts.map((article) => (
          <ArticleItem key={article.id} article={article} note={texts.inDraft} />
        ))}
        {isFeatured && <li>{texts.featured}</li>}
        {isLinked && <li>{texts.linked}</li>}
      </ul>
    </section>
  );
}

function ArticleItem({ article: { id, title }, note = '' }: { article: NamedArticle; note?: string }) {
  return (
    <li>
      <LeaveLink to={editPaths.entry('articles', id)} className="row-link text-primary">
        {editTexts.remove.article(title || id) + note}
      </LeaveLink>
    </li>
  );
}
