import { previewTexts } from '#shared/locale/preview-texts.ts';

interface UnreadyPageProps {
  title: string;
  /** Where the draft is edited. */
  back: string;
  problems: readonly { line: number | null; wrong: string; right: string }[];
}

/** Instead of a preview: what a draft lacks that cannot be published as it is. */
export function UnreadyPage({ title, back, problems }: UnreadyPageProps) {
  const lines = problems.map(({ line, wrong, right }) => {
    const place = line === null ? '' : previewTexts.line(line);
    return place + previewTexts.problem(wrong, right);
  });
  return (
    <>
      <h1 className="page-title">{previewTexts.unreadyTitle}</h1>
      <div className="edit-notice" data-kind="problem">
        <p>{previewTexts.unready(title)}</p>
        <ul>
          {[...new Set(lines)].map((line) => (
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
