import { editPaths } from '#shared/editing/edit-paths.ts';
import type { LibraryMedia } from '#shared/editing/uploads.ts';
import { libraryTexts as texts } from '#shared/locale/editors/library-texts.ts';
import { useEdit, useEditHref } from '#client/edit/edit-context.ts';
import { PostForm } from '#client/edit/form/post-form.tsx';
import { Notice, type NoticeText } from '#client/edit/notice.tsx';
import { MediaThumb } from './media-thumb.tsx';

export const mediaTypes = ['all', 'image', 'video', 'audio', 'application'] as const;
export type MediaType = (typeof mediaTypes)[number];

export interface LibraryPageProps {
  media: readonly LibraryMedia[];
  search: string;
  type: MediaType;
  isFirst: boolean;
  /** End of this page; null on the last. */
  next: string | null;
  notices: readonly NoticeText[];
}

/** All files of the library, newest first. */
export function LibraryPage({ media, search, type, isFirst, next, notices }: LibraryPageProps) {
  const href = useEditHref();
  const { editor } = useEdit();
  const address = (query: Record<string, string>) => {
    const all = { ...(search && { q: search }), ...(type !== 'all' && { type }), ...query };
    const text = new URLSearchParams(all).toString();
    return href(editPaths.media) + (text && `?${text}`);
  };
  const isPlain = search === '' && type === 'all';
  return (
    <>
      <h1 className="page-title">{texts.title}</h1>
      {notices.map((notice) => (
        <Notice key={notice.text} {...notice} />
      ))}
      <UploadForm />
      <form action={href(editPaths.media)} className="flex flex-wrap gap-2" role="search">
        {type !== 'all' && <input type="hidden" name="type" value={type} />}
        <input
          type="search"
          name="q"
          className="field max-w-[24em]"
          defaultValue={search}
          aria-label={texts.search}
          placeholder={texts.search}
        />
        <button className="button">{texts.find}</button>
      </form>
      <nav aria-label={texts.typeFilter} className="chips">
        {mediaTypes.map((each) => (
          <a
            key={each}
            href={href(`${editPaths.media}?${new URLSearchParams({ q: search, type: each })}`)}
            aria-current={each === type ? 'page' : undefined}
          >
            {texts.types[each]}
          </a>
        ))}
      </nav>
      {media.length === 0 ? (
        <p>{isPlain ? texts.empty : search === '' ? texts.noneOfType : texts.noneFound(search)}</p>
      ) : (
        <ul className="media-grid">
          {media.map((medium) => (
            <li key={medium.path}>
              {editor.role === 'author' ? (
                <div>
                  <MediaThumb {...medium} />
                  <span className="media-name">{medium.path}</span>
                </div>
              ) : (
                <a href={href(editPaths.medium(medium.path))}>
                  <MediaThumb {...medium} />
                  <span className="media-name">{nameOf(medium)}</span>
                </a>
              )}
              <span className="edit-meta">{factsOf(medium)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-2">
        {!isFirst && (
          <a href={address({})} className="button">
            {texts.first}
          </a>
        )}
        {next !== null && (
          <a href={address({ after: next })} className="button">
            {texts.next}
          </a>
        )}
      </p>
    </>
  );
}

function UploadForm() {
  const href = useEditHref();
  return (
    <section aria-labelledby="upload" className="edit-column grid gap-4">
      <h2 id="upload" className="section-title">
        {texts.uploadTitle}
      </h2>
      <PostForm action={href(editPaths.media)} className="grid gap-4" data-sends-files="" {...words}>
        <div className="edit-field">
          <label htmlFor="file">{texts.file}</label>
          <input
            id="file"
            name="file"
            type="file"
            multiple
            required
            accept={acceptedFiles}
            className="field py-2"
            aria-describedby="file-rule"
          />
          <p id="file-rule" className="field-rule">
            {texts.fileRule}
          </p>
          <p data-of-script="" hidden className="field-rule">
            {texts.drop}
          </p>
        </div>
        <p>
          <button name="do" value="upload" className="button-primary">
            {texts.upload}
          </button>
        </p>
      </PostForm>
    </section>
  );
}

/** The words of the script, which has none of its own. */
const words = Object.fromEntries(Object.entries(texts.script).map(([name, text]) => [`data-${name}`, text]));

/** HEIC and others may be chosen all the same: the answer says what to do. */
export const acceptedFiles = 'image/*,video/mp4,audio/mpeg,audio/mp4,.m4a,application/pdf';

/** The label of a file, or the last part of its path. */
export function nameOf({ label, path }: Pick<LibraryMedia, 'label' | 'path'>): string {
  return label || path.slice(path.lastIndexOf('/') + 1);
}

/** Kind, size in pixels and bytes in words, and the time when it came if that is known. */
export function factsOf({ width, height, bytes, path }: LibraryMedia, addedAt: string | null = null): string {
  const format = path.slice(path.lastIndexOf('.') + 1).toUpperCase();
  const size = width === null || height === null ? [] : [texts.size(width, height)];
  const added = addedAt === null ? [] : [texts.addedAt(addedAt)];
  return texts.facts([format, ...size, texts.bytes(bytes), ...added]);
}
