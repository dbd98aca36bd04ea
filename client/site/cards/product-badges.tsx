/** Words that set a product apart, behind the words before them. */
export function ProductBadges({ badges = [] }: { badges?: readonly string[] | undefined }) {
  return badges.map((badge) => (
    // The blank parts the words for those who listen and copy.
    <span key={badge} className="text-primary">
      {` ${badge}`}
    </span>
  ));
}
