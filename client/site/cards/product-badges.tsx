import { Fragment } from 'react';

/** Words that set a product apart, behind the words before them. */
export function ProductBadges({ badges = [] }: { badges?: readonly string[] | undefined }) {
  return badges.map((badge) => (
    <Fragment key={badge}>
      {' '}
      <span className="inline-block text-primary">{badge}</span>
    </Fragment>
  ));
}
