import { staffTexts } from '#shared/locale/editors/staff-texts.ts';

interface ChoiceFieldProps {
  name: string;
  label: string;
  /** Null: any. */
  value: string | null;
  choices: readonly (readonly [value: string, label: string])[];
}

/** Narrows a list down, or does not. */
export function ChoiceField({ name, label, value, choices }: ChoiceFieldProps) {
  return (
    <div className="edit-field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value ?? ''} className="field">
        <option value="">{staffTexts.all}</option>
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
