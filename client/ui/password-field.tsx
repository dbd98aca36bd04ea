import eye from 'icon:lucide/eye';
import eyeOff from 'icon:lucide/eye-off';
import { useId, useState } from 'react';
import { Icon } from './icon.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  labels: { show: string; hide: string };
  minLength?: number;
  /** The id of what is said about it. */
  describedBy?: string | undefined;
  isInvalid?: boolean;
}

/** A password that can be looked at while it is typed; without script it stays hidden. */
export function PasswordField({
  label,
  name,
  autoComplete,
  labels,
  minLength,
  describedBy,
  isInvalid = false,
}: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <label htmlFor={id} className="text-strong">
        {label}
      </label>
      <div className="relative mt-1">
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          minLength={minLength}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          className="field w-full pe-12"
        />
        <button
          type="button"
          onClick={() => setShown(!isShown)}
          aria-label={isShown ? labels.hide : labels.show}
          className="absolute end-0 top-0 flex size-11 cursor-pointer items-center justify-center text-soft hover:text-primary by-script"
        >
          <Icon drawing={isShown ? eyeOff : eye} className="size-5" />
        </button>
      </div>
    </div>
  );
}
