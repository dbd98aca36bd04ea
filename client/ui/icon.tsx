import type { ReactNode } from 'react';

/** Made by hand, or imported from `icon:lucide/…` and `icon:simple-icons/…`. */
export interface IconDrawing {
  viewBox: string;
  shapes: ReactNode;
}

interface IconProps {
  drawing: IconDrawing;
  /** What it says. Without one it is decoration, and the text beside it says all. */
  label?: string;
  /** For its size and place; as large as the text otherwise. */
  className?: string;
}

/** Part of the page itself, in the colour of the text: no request, and there from the first paint. */
export function Icon({ drawing, label, className = 'size-[1em]' }: IconProps) {
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg viewBox={drawing.viewBox} className={className} {...meaning}>
      {drawing.shapes}
    </svg>
  );
}
