import type { ReactNode } from 'react';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Confirmation, StaffAccount, StaffForm, StaffProblem } from '#shared/editing/staff.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { PostForm } from '../form/post-form.tsx';
import { useEditHref } from '../edit-context.ts';
import { ConfirmField } from './confirm-field.tsx';
import { NameField } from './name-field.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { RoleField } from './role-field.tsx';

interface StaffFormsProps {
  account: StaffAccount;
  confirmation: Confirmation;
  problem: StaffProblem | null;
  typedName: string | undefined;
  /** Mark of the form with the stored name. */
  mark: string;
}

/** All that an admin can do to an account. What is grave is folded, and asks who does it. */
export function StaffForms({ account, confirmation, problem, typedName, mark }: StaffFormsProps) {
  const { disabledAt, linkEndsAt } = account;
  const given = { account, problem };
  const isDisabled = disabledAt !== null;
  const toggle = isDisabled ? 'enable' : 'disable';
  return (
    <div className="mt-6 edit-folds">
      <Fold {...given} form="rename" mark={mark} title={staffTexts.rename} button={staffTexts.save}>
        <NameField
          name={typedName ?? account.name}
          isInvalid={problem?.form === 'rename'}
          describedBy="rename-problem"
        />
      </Fold>
      <Fold
        {...given}
        form="role"
        title={staffTexts.changeRole}
        button={staffTexts.changeRole}
        confirmation={confirmation}
      >
        <RoleField role={account.role} />
      </Fold>
      {!isDisabled && (
        <Fold
          {...given}
          form="link"
          title={staffTexts.link}
          button={staffTexts.makeLink}
          confirmation={confirmation}
        >
          <p>{staffTexts.linkText}</p>
          {linkEndsAt !== null && <p>{staffTexts.linkOpen(formatDateTime(linkEndsAt) ?? linkEndsAt)}</p>}
        </Fold>
      )}
      {account.sessions > 0 && (
        <Fold {...given} form="sign-out" title={staffTexts.signOut} button={staffTexts.signOut}>
          <p>{staffTexts.signOutText}</p>
        </Fold>
      )}
      <Fold
        {...given}
        form={toggle}
        title={staffTexts[toggle]}
        button={staffTexts[toggle]}
        confirmation={confirmation}
      >
        <p>{isDisabled ? staffTexts.enableText : staffTexts.disableText}</p>
      </Fold>
    </div>
  );
}

interface FoldProps {
  account: StaffAccount;
  problem: StaffProblem | null;
  form: StaffForm;
  title: string;
  button: string;
  /** Without one nothing is to be confirmed. */
  confirmation?: Confirmation;
  /** For the main form of the page. */
  mark?: string;
  children: ReactNode;
}

function Fold({ account, problem, form, title, button, confirmation, mark, children }: FoldProps) {
  const href = useEditHref();
  const own = problem?.form === form ? problem : null;
  const isUnconfirmed = own?.code === 'wrong-password' || own?.code === 'wrong-confirmation';
  return (
    <details open={own !== null}>
      <summary>{title}</summary>
      <PostForm
        {...(mark !== undefined && { main: { does: form, mark } })}
        action={href(editPaths.account(account.id))}
        className="fields"
      >
        <ProblemNotice id={`${form}-problem`} problem={own} />
        {children}
        {confirmation && <ConfirmField {...{ confirmation, form }} isInvalid={isUnconfirmed} />}
        <button name="do" value={form} className="button">
          {button}
        </button>
      </PostForm>
    </details>
  );
}
