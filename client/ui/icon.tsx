import type { ReactNode } from 'react';

/** Made by hand, or imported from `icon:lucide/…` and `icon:simple-icons/…`. */
export interface IconDrawing {
  viewBox: string;
  shapes: ReactNode;
}

interface IconProps {
  drawing: IconDrawing;
  /** For its size and place; as large as the text otherwise. */
  className?: string;
}

/**
 * Icon that is part of the page itself, in the colour of the text: no request, and there from the first paint. It is
 * decoration: its button or the text beside it has the meaning.
 */
export function Icon({ drawing, className = 'size-[1em]' }: IconProps) {
  return (
    <svg viewBox={drawing.viewBox} className={className} aria-hidden="true">
      {drawing.shapes}
    </svg>
  );
}
