import type { ReactNode } from 'react';

interface TextFieldProps {
  id: string;
  label: string;
  name: string;
  type: 'email' | 'password' | 'text';
  autoComplete: 'username' | 'current-password' | 'new-password' | 'off';
  minLength?: number | undefined;
  defaultValue?: string | undefined;
  /** Ids of the elements that describe it. */
  describedBy: string;
  isInvalid: boolean;
  /** A button that stands in the field, at its end. */
  children?: ReactNode;
}

/** Labelled single-line input that must be filled in. Spelling check and automatic capitals are off. */
export function TextField({ label, describedBy, isInvalid, children, ...input }: TextFieldProps) {
  return (
    <div>
      <label htmlFor={input.id} className="text-strong">
        {label}
      </label>
      <div className="relative mt-1">
        <input
          {...input}
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          className={children ? 'field w-full pe-12' : 'field w-full'}
        />
        {children}
      </div>
    </div>
  );
}
