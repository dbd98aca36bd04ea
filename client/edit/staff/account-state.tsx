import { staffTexts } from '#shared/locale/editors/staff-texts.ts';

/** Says that an account cannot be signed in to as it is; nothing about any other. */
export function AccountState({ isDisabled, isWaiting }: { isDisabled: boolean; isWaiting: boolean }) {
  return (
    <>
      {isDisabled && <span className="edit-state">{staffTexts.states.disabled}</span>}
      {isWaiting && !isDisabled && (
        <span className="edit-state" data-state="changed">
          {staffTexts.waiting}
        </span>
      )}
    </>
  );
}
