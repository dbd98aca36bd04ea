import type { Kind } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { ShownPlan } from '#shared/editing/plan/plans.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { planTexts } from '#shared/locale/editors/plan-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { planSentence } from './plan-notices.tsx';

/** A plan with the page that it is for. */
export interface PlanOfEntry extends ShownPlan {
  key: string;
  kind: Kind;
  id: string;
  title: string;
}

/** Plans of all pages, and those that were not carried out, by their time. */
export function PlanList({ plans }: { plans: readonly PlanOfEntry[] }) {
  const href = useEditHref();
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="section-title">
        {planTexts.title}
      </h2>
      <ul className="edit-list">
        {plans.map((plan) => (
          <li key={`${plan.key} ${plan.action}`}>
            <a href={href(editPaths.entry(plan.kind, plan.id))}>{plan.title || editTexts.list.untitled}</a>
            <span className="edit-meta" data-kind={plan.problem === null ? undefined : 'problem'}>
              {plan.problem === null
                ? planTexts.listed(planTexts.due[plan.action](formatDateTime(plan.runAt) ?? ''), plan.savedBy)
                : planSentence(plan)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The planned time of an event, and whether it came late; empty for an event without a plan. */
export function planNote({
  event,
  detail,
  at,
}: {
  event: string;
  detail: string | null;
  at: string;
}): string {
  if (!Object.hasOwn(planTexts.events, event) || detail === null) return '';
  const time = formatDateTime(detail) ?? '';
  const isLate = event.startsWith('planned-') && Date.parse(at) - Date.parse(detail) > lateMs;
  return isLate ? planTexts.late(time) : planTexts.planned(time);
}

/** Nobody calls a minute late. */
const lateMs = 60_000;
