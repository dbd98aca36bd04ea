import { PickPage } from '#client/edit/pages/pick-page.tsx';
import type { EditField } from '#shared/editing/edit-forms.ts';
import { pickSearchField } from '#shared/editing/main-form.ts';
import { pickKindOf, placeOf, readPickStep, rowOf } from '#shared/editing/picks.ts';
import { isTypedName } from '#shared/editing/typed-names.ts';
import { pickTexts } from '#shared/locale/editors/pick-texts.ts';
import { readForm } from '#server/features/editing/form/form-to-document.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { doneByMain, markIn } from '../form-mark.ts';
import type { EditPage } from '../send-edit-page.tsx';
import { findPicks } from './find-picks.ts';

/**
 * The page on which a value is chosen for a field, without a script, with everything that was typed in its form. Null
 * where the button of the form asks for something else.
 */
export async function pickPage(
  responder: EditResponder,
  { editor, request }: EditRequest,
  form: SentForm,
  fields: readonly EditField[],
): Promise<EditPage | null> {
  const step = readPickStep(valueOf(form, 'row'));
  const place = step?.step === 'pick' ? placeOf(fields, step.name) : null;
  if (step === null || place === null) return null;
  const what = pickKindOf(place.cell, rowOf(place, readForm(fields, form).values));
  if (what === null) return null;
  const search = searchIn(valueOf(form, pickSearchField));
  const after = step.rest === '' ? null : step.rest;
  const page = await findPicks(responder.reader(), what, { editor, search, after });
  const title = pickTexts.title(place.cell.label);
  const typed = [...form].flatMap(([name, [value = '']]): [string, string][] =>
    isTypedName(name) ? [[name, value]] : [],
  );
  const main = { does: doneByMain(form), mark: markIn(form) ?? '' };
  const shown = { title, what, name: step.name, search };
  return {
    title,
    content: <PickPage {...shown} {...page} {...{ main, typed }} action={request.originalUrl} />,
    hasMainForm: true,
    enterPresses: `pick:${step.name}`,
  };
}

/** Words of a search, as long as those of a list. */
export function searchIn(text: string): string {
  return text.trim().normalize('NFC').slice(0, 100);
}
