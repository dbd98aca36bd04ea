import eye from 'icon:lucide/eye';
import eyeOff from 'icon:lucide/eye-off';
import { useId, useState } from 'react';
import { Icon } from './icon.tsx';
import { TextField } from './text-field.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  labels: { show: string; hide: string };
  minLength?: number;
  /** Ids of the elements that describe it. */
  describedBy: string;
  isInvalid: boolean;
}

/** A password that can be looked at while it is typed; without script it stays hidden. */
export function PasswordField({ labels, ...field }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <TextField id={id} type={isShown ? 'text' : 'password'} {...field}>
      <button
        type="button"
        onClick={() => setShown(!isShown)}
        aria-label={isShown ? labels.hide : labels.show}
        className="absolute end-0 top-0 flex size-11 cursor-pointer items-center justify-center text-soft hover:text-primary by-script"
      >
        <Icon drawing={isShown ? eyeOff : eye} className="size-5" />
      </button>
    </TextField>
  );
}
