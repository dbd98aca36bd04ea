import { previewTexts } from '#shared/locale/preview-texts.ts';

interface UnreadyPageProps {
  title: string;
  /** Where the draft is edited. */
  back: string;
  /** Sentences. */
  problems: readonly string[];
}

/** Instead of a preview: what a draft lacks that cannot be published as it is. */
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
