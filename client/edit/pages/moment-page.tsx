import { previewTexts } from '#shared/locale/editors/preview-texts.ts';
import { PreviewForm, type PreviewFormProps } from '../preview-form.tsx';

/** Instead of a preview of a moment that is none. */
export function MomentPage(form: PreviewFormProps) {
  return (
    <>
      <h1 className="page-title">{previewTexts.momentTitle}</h1>
      <div className="edit-column">
        <PreviewForm {...form} />
      </div>
    </>
  );
}
