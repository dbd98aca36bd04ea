/** Two blank cards, for places with nothing else to look at. */
export function EmptyDrawing() {
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
      <path d="M36 24H26a6 6 0 0 0-6 6v52a6 6 0 0 0 6 6h44a6 6 0 0 0 6-6v-4" opacity="0.6" />
      <rect x="40" y="8" width="60" height="66" rx="6" />
      <path d="M52 54h36M52 62h20" opacity="0.6" />
      <path d="M40 44h60" />
    </svg>
  );
}
