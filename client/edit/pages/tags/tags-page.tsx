import { editPaths } from '#shared/editing/edit-paths.ts';
import { paths } from '#shared/address/paths.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { Notice, type NoticeText } from '#client/edit/notice.tsx';

const texts = deskTexts.tags;

export interface TagsPageProps {
  tags: readonly { tag: string; count: number }[];
  search: string;
  /** Address of the next page; null on the last. */
  next: string | null;
  notice: NoticeText | null;
}

/** All tags, each with the way to another name. */
export function TagsPage({ tags, search, next, notice }: TagsPageProps) {
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{texts.title}</h1>
      {notice && <Notice {...notice} />}
      <p className="edit-column">{texts.text}</p>
      <form action={href(editPaths.tags)} className="flex flex-wrap gap-2" role="search">
        <input
          type="search"
          name="q"
          className="field max-w-[24em]"
          defaultValue={search}
          aria-label={texts.searchLabel}
          placeholder={texts.searchLabel}
        />
        <button className="button">{texts.search}</button>
      </form>
      {tags.length === 0 ? (
        <p>{search === '' ? texts.empty : texts.noneFound(search)}</p>
      ) : (
        <ul className="edit-list edit-column">
          {tags.map(({ tag, count }) => (
            <li key={tag}>
              <a href={href(paths.tag(tag))}>{tag}</a>
              <span className="edit-meta">{texts.count(count)}</span>
              <a
                href={href(editPaths.renameTag(tag))}
                className="row-link text-primary"
                aria-label={texts.renameLabel(tag)}
              >
                {texts.rename}
              </a>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <p>
          <a href={href(next)} className="button">
            {texts.next}
          </a>
        </p>
      )}
    </>
  );
}
