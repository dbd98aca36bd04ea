import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Confirmation, StaffAccount, StaffForm, StaffProblem } from '#shared/editing/staff.ts';
import { formatDate } from '#shared/locale/dates.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { LeaveLink } from '#client/edit/leave-link.tsx';
import { AccountState } from '#client/edit/staff/account-state.tsx';
import { EventList } from '#client/edit/staff/event-list.tsx';
import { ProblemNotice } from '#client/edit/staff/problem-notice.tsx';
import { StaffForms } from '#client/edit/staff/staff-forms.tsx';

export interface StaffAccountPageProps {
  account: StaffAccount;
  confirmation: Confirmation;
  problem: StaffProblem | null;
  /** Name that was typed in a form that was refused. */
  typedName: string | undefined;
  /** Mark of the form with the stored name. */
  mark: string;
  /** Form that was just submitted, for a notice shown once; null: none. */
  done: Exclude<StaffForm, 'link'> | null;
}

export function StaffAccountPage({
  account,
  confirmation,
  problem,
  typedName,
  mark,
  done,
}: StaffAccountPageProps) {
  const { email, name, role, createdAt, disabledAt, hasPassword, hasGoogle } = account;
  const ways = [
    ...(hasPassword ? [staffTexts.ways.password] : []),
    ...(hasGoogle ? [staffTexts.ways.google] : []),
  ];
  return (
    <div className="edit-column">
      <LeaveLink to={editPaths.accounts} className="row-link edit-meta">
        {staffTexts.back}
      </LeaveLink>
      <h1 className="page-title account-address">{name}</h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 edit-meta">
        <span className="account-address">{email}</span>
        <span>{staffTexts.roles[role]}</span>
        <span>{staffTexts.since(formatDate(createdAt) ?? createdAt)}</span>
        <AccountState isDisabled={disabledAt !== null} isWaiting={ways.length === 0} />
      </p>
      <div role="status">
        {done !== null && problem === null && (
          <p className="mt-6 edit-notice" data-kind="done">
            {staffTexts.done[done]}
          </p>
        )}
      </div>
      {problem?.form === null && (
        <div className="mt-6">
          <ProblemNotice id="problem" problem={problem} />
        </div>
      )}
      <dl className="mt-6 rows">
        <Fact
          name={staffTexts.signsInBy}
          value={ways.length === 0 ? staffTexts.ways.none : staffTexts.enumerate(ways)}
        />
        <Fact name={staffTexts.openSessions} value={String(account.sessions)} />
      </dl>
      <StaffForms {...{ account, confirmation, problem, typedName, mark }} />
      <section aria-labelledby="events" className="mt-14">
        <h2 id="events" className="section-title mb-4">
          {staffTexts.events}
        </h2>
        <EventList events={account.events} />
      </section>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 py-2">
      <dt className="text-strong">{name}</dt>
      <dd className="text-soft">{value}</dd>
    </div>
  );
}
