import { changeAtField } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { claimField, claimOf } from '#shared/editing/plan/publish-claim.ts';
import { planTexts } from '#shared/locale/editors/plan-texts.ts';

interface PublishButtonProps {
  /** Visitors see the page: the text changes it. */
  isVisible: boolean;
  content: FormContent;
  /** ISO 8601 in UTC. */
  now: string;
}

/**
 * Says what it will do. Its script keeps it right while the time is typed; without one the server asks when visitors
 * would see the text before the time that the button claims.
 */
export function PublishButton({ isVisible, content, now }: PublishButtonProps) {
  const field = isVisible ? changeAtField : 'publishedAt';
  const typed = String(content.values[field] ?? '');
  const words = planTexts.button[isVisible ? 'update' : 'publish'];
  const { claim, label } = claimOf(typed, words, Date.parse(now));
  return (
    <>
      <input type="hidden" name={claimField} defaultValue={claim} />
      <button
        name="do"
        value="publish"
        className="button-primary"
        data-time={`f.${field}`}
        data-now={words.now}
        data-at={words.at('{time}')}
      >
        {label}
      </button>
    </>
  );
}
