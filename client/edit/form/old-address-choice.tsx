import { editTexts } from '#shared/locale/editors/edit-texts.ts';

interface OldAddressChoiceProps {
  legend: string;
  /** Which of the two stands first. */
  first: 'leads' | 'gone';
  isGone: boolean;
  /** Typed target of the old address. */
  to?: string | undefined;
}

/** Whether an address that is no page any longer leads to another one, or says that the page is gone. */
export function OldAddressChoice({ legend, first, isGone, to }: OldAddressChoiceProps) {
  const gone = (
    <label className="row-link">
      <input type="radio" name="address" value="gone" defaultChecked={isGone} />
      {editTexts.remove.gone}
    </label>
  );
  return (
    <fieldset className="edit-field">
      <legend>{legend}</legend>
      {first === 'gone' && gone}
      <label className="row-link">
        <input type="radio" name="address" value="leads" defaultChecked={!isGone} />
        {editTexts.remove.lead}
      </label>
      <input
        name="to"
        className="field"
        defaultValue={to}
        aria-label={editTexts.remove.lead}
        aria-describedby="to-rule"
        autoComplete="off"
      />
      <p id="to-rule" className="field-rule">
        {editTexts.remove.leadRule}
      </p>
      {first === 'leads' && gone}
    </fieldset>
  );
}
