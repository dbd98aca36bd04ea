import type { Confirmation } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { UsernameHint } from '#client/ui/username-hint.tsx';

interface ConfirmFieldProps {
  confirmation: Confirmation;
  /** Begins the ids of this form. */
  form: string;
  isNew?: boolean;
  isInvalid: boolean;
}

/** Field that a click in an abandoned session cannot fill in: the own password or an address. */
export function ConfirmField({ confirmation, form, isNew = false, isInvalid }: ConfirmFieldProps) {
  const id = `${form}-confirm`;
  const isPassword = confirmation.by === 'password';
  const addressLabel = isNew ? staffTexts.confirmNewAddress : staffTexts.confirmAddress;
  return (
    <div className="edit-field">
      {isPassword && <UsernameHint username={confirmation.ownEmail} />}
      <label htmlFor={id}>{isPassword ? staffTexts.confirmPassword : addressLabel}</label>
      <input
        id={id}
        name={isPassword ? 'password' : 'confirm'}
        type={isPassword ? 'password' : 'text'}
        autoComplete={isPassword ? 'current-password' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${form}-problem`}
        className="field"
      />
    </div>
  );
}
