import { editPaths } from '#shared/editing/edit-paths.ts';
import { mediaMarkdown } from '#shared/editing/media-markdown.ts';
import { isNeeded, type MediaUse, type MediaUses } from '#shared/editing/media-uses.ts';
import type { LibraryMedia } from '#shared/editing/uploads.ts';
import { kindPages } from '#shared/kinds/kind-names.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { libraryTexts as texts } from '#shared/locale/editors/library-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { PostForm } from '#client/edit/form/post-form.tsx';
import { Notice, type NoticeText } from '#client/edit/notice.tsx';
import { acceptedFiles, factsOf, nameOf } from './library-page.tsx';

export interface MediumPageProps {
  media: LibraryMedia;
  /** When it came, in ISO 8601; empty: before the library had dates. */
  addedAt: string;
  /** Address of the file in the size for its page. */
  large: string | null;
  /** Address of the file that visitors get. */
  file: string;
  uses: MediaUses;
  notices: readonly NoticeText[];
}

/** A file of the library: how texts name it, where it is used, and what can be done with it. */
export function MediumPage({ media, addedAt, large, file, uses, notices }: MediumPageProps) {
  const href = useEditHref();
  const action = href(editPaths.medium(media.path));
  return (
    <>
      <p>
        <a href={href(editPaths.media)} className="row-link text-primary">
          {texts.back}
        </a>
      </p>
      <h1 className="page-title media-name">{nameOf(media)}</h1>
      {notices.map((notice) => (
        <Notice key={notice.text} {...notice} />
      ))}
      <div className="media-parts">
        <div>
          <Shown media={media} large={large} file={file} />
          <p className="edit-meta">{factsOf(media, formatDateTime(addedAt || null))}</p>
        </div>
        <div className="grid gap-8">
          <CopyFields {...media} />
          <PostForm action={action} className="edit-field">
            <label htmlFor="label">{texts.label}</label>
            <div className="flex flex-wrap gap-2">
              <input
                id="label"
                name="label"
                className="field flex-1"
                defaultValue={media.label}
                maxLength={200}
                autoComplete="off"
                aria-describedby="label-rule"
              />
              <button name="do" value="label" className="button">
                {texts.saveLabel}
              </button>
            </div>
            <p id="label-rule" className="field-rule">
              {texts.labelRule}
            </p>
          </PostForm>
        </div>
      </div>
      <Uses uses={uses} />
      <ReplaceForm media={media} />
      <RemoveForm uses={uses} action={action} />
    </>
  );
}

function Shown({ media, large, file }: Pick<MediumPageProps, 'media' | 'large' | 'file'>) {
  const { contentType } = media;
  if (large !== null) return <img src={large} alt={nameOf(media)} className="media-shown" />;
  if (contentType.startsWith('video/'))
    return <video src={file} controls preload="metadata" className="media-shown" />;
  if (contentType.startsWith('audio/')) return <audio src={file} controls className="w-full" />;
  return (
    <a href={file} className="row-link text-primary">
      {texts.openFile}
    </a>
  );
}

/** Read-only fields, from which a text is copied with or without a script. */
function CopyFields(media: LibraryMedia) {
  const { path } = media;
  const markdown = mediaMarkdown(media, texts.altHere);
  return (
    <>
      <div className="edit-field">
        <label htmlFor="path">{texts.path}</label>
        <input id="path" className="field" readOnly defaultValue={path} aria-describedby="path-rule" />
        <p id="path-rule" className="field-rule">
          {texts.pathRule}
        </p>
      </div>
      {markdown !== null && (
        <div className="edit-field">
          <label htmlFor="markdown">{texts.markdown}</label>
          <input id="markdown" className="field" readOnly defaultValue={markdown} />
        </div>
      )}
    </>
  );
}

function Uses({ uses }: { uses: MediaUses }) {
  const href = useEditHref();
  const { live, drafts, revisions, isInSite, isTyped } = uses;
  const isUnused = !isNeeded(uses) && revisions.length === 0;
  return (
    <section aria-labelledby="uses" className="grid gap-4">
      <h2 id="uses" className="section-title">
        {texts.uses.title}
      </h2>
      {isUnused && <p>{texts.uses.none}</p>}
      {isInSite && (
        <p>
          <a href={href(editPaths.site)} className="row-link text-primary">
            {texts.uses.site}
          </a>
        </p>
      )}
      {isTyped && <p>{texts.uses.typed}</p>}
      <UseList title={texts.uses.live} uses={live} />
      <UseList title={texts.uses.drafts} uses={drafts} />
      <UseList title={texts.uses.revisions} uses={revisions} />
    </section>
  );
}

const maxListed = 50;

function UseList({ title, uses }: { title: string; uses: readonly MediaUse[] }) {
  const href = useEditHref();
  if (uses.length === 0) return null;
  return (
    <div>
      <h3 className="text-strong mb-2">{title}</h3>
      <ul className="edit-list">
        {uses.slice(0, maxListed).map(({ kind, id, title: name, isInTrash }) => (
          <li key={`${kind}/${id}`}>
            <a href={href(isInTrash ? editPaths.trash : editPaths.entry(kind, id))}>
              {name || editTexts.list.untitled}
            </a>
            <span className="edit-meta">
              {isInTrash ? texts.uses.inTrash(kindPages[kind].label) : kindPages[kind].label}
            </span>
          </li>
        ))}
      </ul>
      {uses.length > maxListed && <p>{texts.uses.more(uses.length - maxListed)}</p>}
    </div>
  );
}

function ReplaceForm({ media }: { media: LibraryMedia }) {
  const href = useEditHref();
  return (
    <section aria-labelledby="replace" className="edit-column grid gap-4">
      <h2 id="replace" className="section-title">
        {texts.replace.title}
      </h2>
      <p>{texts.replace.text}</p>
      <PostForm action={href(editPaths.replaceMedium(media.path))} className="flex flex-wrap gap-2">
        <input
          name="file"
          type="file"
          required
          accept={acceptedFiles}
          className="field flex-1 py-2"
          aria-label={texts.replace.file}
        />
        <button name="do" value="replace" className="button">
          {texts.replace.button}
        </button>
      </PostForm>
    </section>
  );
}

function RemoveForm({ uses, action }: { uses: MediaUses; action: string }) {
  if (isNeeded(uses)) return <p className="edit-column">{texts.remove.needed}</p>;
  return (
    <section aria-labelledby="remove" className="edit-column grid gap-4">
      <h2 id="remove" className="section-title">
        {texts.remove.title}
      </h2>
      <p>{uses.revisions.length > 0 ? texts.remove.textOfRevisions : texts.remove.text}</p>
      <PostForm action={action}>
        <button name="do" value="remove" className="button-primary button-final">
          {texts.remove.button}
        </button>
      </PostForm>
    </section>
  );
}
