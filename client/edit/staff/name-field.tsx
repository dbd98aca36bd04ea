import { staffTexts } from '#shared/locale/editors/staff-texts.ts';

interface NameFieldProps {
  name: string;
  isInvalid: boolean;
  /** The id of what is said about it. */
  describedBy: string;
}

export function NameField({ name, isInvalid, describedBy }: NameFieldProps) {
  return (
    <div className="edit-field">
      <label htmlFor="name">{staffTexts.name}</label>
      <input
        id="name"
        name="name"
        defaultValue={name}
        autoComplete="off"
        required
        aria-invalid={isInvalid || undefined}
        aria-describedby={`name-rule ${describedBy}`}
        className="field"
      />
      <p id="name-rule" className="field-rule">
        {staffTexts.nameRule}
      </p>
    </div>
  );
}
