/** `top` and `height` of the text as the window shows it now. Complete when its last line is on the screen. */
export function readPercent({ top, height }: { top: number; height: number }, windowHeight: number): number {
  const way = height - windowHeight;
  // All of it is on the screen at once, or none of it yet.
  if (way <= 0) return top + height <= windowHeight ? 100 : 0;
  return Math.round(Math.min(1, Math.max(0, -top / way)) * 100);
}
