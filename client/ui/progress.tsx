import * as RadixProgress from '@radix-ui/react-progress';

const max = 100;

interface ProgressProps {
  /** From 0 to 100; null, like any other value, when unknown. */
  value: number | null;
  label: string;
  className?: string;
}

/** Shows progress in the browser only: its width is a style, and the site's policy forbids `style=`. */
export function Progress({ value, label, className = '' }: ProgressProps) {
  const amount = value !== null && value >= 0 && value <= max ? value : null;
  return (
    <RadixProgress.Root
      value={amount}
      max={max}
      aria-label={label}
      className={`overflow-hidden bg-line ${className}`}
    >
      <RadixProgress.Indicator
        className="progress-indicator h-full bg-primary"
        style={amount === null ? undefined : { transform: `translateX(-${max - amount}%)` }}
      />
    </RadixProgress.Root>
  );
}
