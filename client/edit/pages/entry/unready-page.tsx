import { previewTexts } from '#shared/locale/editors/preview-texts.ts';

interface UnreadyPageProps {
  title: string;
  /** Address at which the draft is edited. */
  back: string;
  /** Sentences. */
  problems: readonly string[];
}

/** Shown instead of a preview: the problems of a draft that cannot be published yet. */
export function UnreadyPage({ title, back, problems }: UnreadyPageProps) {
  return (
    <>
      <h1 className="page-title">{previewTexts.unreadyTitle}</h1>
      <div className="edit-notice" data-kind="problem">
        <p>{previewTexts.unready(title)}</p>
        <ul>
          {[...new Set(problems)].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>
          <a href={back}>{previewTexts.backToEditing}</a>
        </p>
      </div>
    </>
  );
}
