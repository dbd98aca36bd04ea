import { previewTexts } from '#shared/locale/editors/preview-texts.ts';

/** Instead of a preview, while others write. `again` is its address. */
export function BusyPage({ again }: { again: string }) {
  return (
    <>
      <h1 className="page-title">{previewTexts.busyTitle}</h1>
      <div className="edit-notice">
        <p>{previewTexts.busy}</p>
        <p>
          <a href={again}>{previewTexts.tryAgain}</a>
        </p>
      </div>
    </>
  );
}
