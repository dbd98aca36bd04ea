import { changeAtField } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { endField, hourField } from '#shared/editing/plan/end-field.ts';
import { claimField, momentOf } from '#shared/editing/plan/publish-claim.ts';
import { joinTime } from '#shared/editing/typed-time.ts';
import type { FieldProblem } from '#server/features/editing/form/find-problems.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';

/** Day and hour of a page's end, or half of them; empty: nothing was typed. */
export function typedEnd(form: SentForm | undefined): string {
  if (form === undefined) return '';
  return joinTime({
    day: valueOf(form, endField).trim(),
    clock: valueOf(form, hourField(endField)).trim(),
  });
}

/** Day and hour of a change; empty: it is made at once. */
export function typedChange({ values }: FormContent): string {
  const typed = values[changeAtField] ?? '';
  return typeof typed === 'string' ? typed : '';
}

/** Button with what it does: one that publishes plans a change whose time is to come, or is none. */
export function meantButton(pressed: string, content: FormContent, now: string): string {
  const typed = typedChange(content);
  if (pressed !== 'publish' || typed === '') return pressed;
  const moment = momentOf(typed);
  return moment === null || moment > now ? 'plan' : pressed;
}

/** Finds why a plan cannot have the typed time. */
export function findWrongTime(field: string, typed: string, now: string): FieldProblem[] {
  const moment = momentOf(typed);
  if (moment === null) return [{ field, code: typed === '' ? 'missing' : 'wrong' }];
  return moment <= now ? [{ field, code: 'past' }] : [];
}

/** Whether visitors would see a text before the time that the button of its form claimed. */
export function isSooner(form: SentForm, moment: string, now: string): boolean {
  const claim = momentOf(valueOf(form, claimField));
  return claim !== null && claim > now && moment < claim;
}
