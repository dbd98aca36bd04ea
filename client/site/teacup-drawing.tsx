/** A cup of tea, for places with nothing else to look at. */
export function TeacupDrawing() {
  return (
    <svg
      viewBox="0 0 120 96"
      className="w-28 text-primary"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M30 44h60c0 20-8 36-22 40H52C38 80 30 64 30 44z" />
      <path d="M34 52c8 3 18 3 26 0s18-3 26 0" opacity="0.6" />
      <path d="M24 92h72" />
      <path d="M50 32c-6-6 6-10 0-18M68 34c-6-7 7-12 0-22" opacity="0.6" />
      <path d="M58 47c2-7 8-10 16-9-1 7-7 11-16 9z" fill="currentColor" stroke="none" opacity="0.85" />
    </svg>
  );
}
