import { mainFormId } from '#shared/editing/main-form.ts';
import { cancelButtons, type ShownPlan } from '#shared/editing/plan/plans.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { planTexts } from '#shared/locale/editors/plan-texts.ts';
import { useEdit } from '../edit-context.ts';

/** Plans of a page, above its form, with buttons that remove them for those who may publish. */
export function PlanNotices({ plans }: { plans: readonly ShownPlan[] }) {
  const isAuthor = useEdit().editor.role === 'author';
  return plans.map((plan) => (
    <div
      key={plan.action}
      className="edit-notice edit-column"
      data-kind={plan.problem === null ? 'plain' : 'problem'}
      role={plan.problem === null ? 'status' : 'alert'}
    >
      <p>{planSentence(plan)}</p>
      {!isAuthor && (
        <p className="mt-2">
          <button form={mainFormId} name="do" value={cancelButtons[plan.action]} className="button">
            {plan.problem === null ? planTexts.cancel : planTexts.dismiss}
          </button>
        </p>
      )}
    </div>
  ));
}

/** Says what will happen and when, or why it will not. */
export function planSentence({ action, runAt, savedBy, savedAt, problem }: ShownPlan): string {
  const time = formatDateTime(runAt) ?? '';
  return problem === null
    ? planTexts.waiting[action](time, savedBy, formatDateTime(savedAt) ?? '')
    : planTexts.refused[problem](time, savedBy);
}
