interface BadgeProps {
  tone: 'success' | 'info' | 'neutral';
  children: string;
}

/** A state in a word, after a dot whose colour repeats it. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
