import type { Role } from '#shared/accounts.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Confirmation, StaffProblem } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { PostForm } from '#client/edit/form/post-form.tsx';
import { LeaveLink } from '#client/edit/leave-link.tsx';
import { useEditHref } from '#client/edit/edit-context.ts';
import { ConfirmField } from '#client/edit/staff/confirm-field.tsx';
import { NameField } from '#client/edit/staff/name-field.tsx';
import { ProblemNotice } from '#client/edit/staff/problem-notice.tsx';
import { RoleField } from '#client/edit/staff/role-field.tsx';

interface NewAccountPageProps {
  /** Typed values. */
  typed: { email: string; name: string; role: Role };
  confirmation: Confirmation;
  problem: StaffProblem | null;
  /** Mark of the empty form. */
  mark: string;
}

export function NewAccountPage({ typed, confirmation, problem, mark }: NewAccountPageProps) {
  const href = useEditHref();
  const isAbout = (...codes: StaffProblem['code'][]) => problem !== null && codes.includes(problem.code);
  return (
    <div className="edit-column">
      <LeaveLink to={editPaths.accounts} className="row-link edit-meta">
        {staffTexts.back}
      </LeaveLink>
      <h1 className="page-title">{staffTexts.create}</h1>
      <p className="mt-2">{staffTexts.createText}</p>
      <PostForm main={{ does: 'create', mark }} action={href(editPaths.newAccount)} className="mt-6 fields">
        <ProblemNotice id="create-problem" problem={problem} />
        <div className="edit-field">
          <label htmlFor="email">{staffTexts.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            defaultValue={typed.email}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            aria-invalid={isAbout('wrong-email', 'taken') || undefined}
            aria-describedby="create-problem"
            className="field"
          />
        </div>
        <NameField
          name={typed.name}
          isInvalid={isAbout('no-name', 'long-name', 'wrong-name')}
          describedBy="create-problem"
        />
        <RoleField role={typed.role} />
        <ConfirmField
          form="create"
          confirmation={confirmation}
          isNew
          isInvalid={isAbout('wrong-password', 'wrong-confirmation')}
        />
        <button className="button-primary" name="do" value="create">
          {staffTexts.create}
        </button>
      </PostForm>
    </div>
  );
}
