import chevronLeft from 'icon:lucide/chevron-left';
import chevronRight from 'icon:lucide/chevron-right';
import { Icon } from '../icon.tsx';

interface StepButtonProps {
  direction: 'previous' | 'next';
  label: string;
  /** Says only that there is no further step: a button that is disabled would lose the focus. */
  isAtEnd: boolean;
  onClick: () => void;
}

export function StepButton({ direction, label, isAtEnd, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isAtEnd}
      onClick={onClick}
      className="flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-full text-body hover:text-primary aria-disabled:cursor-default aria-disabled:text-body aria-disabled:opacity-40"
    >
      <Icon drawing={direction === 'previous' ? chevronLeft : chevronRight} className="size-6" />
    </button>
  );
}
