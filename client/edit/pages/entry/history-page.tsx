import { historyPath, revisionPath } from '#shared/editing/edit-paths.ts';
import type { ShownPlan } from '#shared/editing/plan/plans.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { EntryHeader } from '#client/edit/entry-header.tsx';
import { Notice } from '#client/edit/notice.tsx';
import { planSentence } from '#client/edit/plan/plan-notices.tsx';
import { eventText } from '../home-page.tsx';

export interface HistoryPageProps {
  /** Site path of the form. */
  path: string;
  title: string;
  plans: readonly ShownPlan[];
  revisions: readonly { seq: number; version: number; action: string; name: string; at: string }[];
  /** The number of the last one, when there are older ones. */
  next: number | null;
}

/** Everything that an entry has been, the newest first. */
export function HistoryPage({ path, title, plans, revisions, next }: HistoryPageProps) {
  const href = useEditHref();
  const { historyPage: texts } = editTexts;
  return (
    <>
      <EntryHeader back={{ to: path, label: texts.back }} title={texts.title(title)} />
      {plans.map((plan) => (
        <Notice
          key={plan.action}
          kind={plan.problem === null ? 'plain' : 'problem'}
          text={planSentence(plan)}
        />
      ))}
      {revisions.length === 0 ? (
        <p>{texts.empty}</p>
      ) : (
        <ol className="edit-list">
          {revisions.map(({ seq, action, name, at }) => (
            <li key={seq}>
              <a href={href(revisionPath(path, seq))}>{eventText(action)}</a>
              <span className="edit-meta">
                {texts.by(name || editTexts.anImport, formatDateTime(at) ?? '')}
              </span>
            </li>
          ))}
        </ol>
      )}
      {next !== null && (
        <p>
          <a href={href(`${historyPath(path)}?before=${next}`)} className="button">
            {texts.older}
          </a>
        </p>
      )}
    </>
  );
}
