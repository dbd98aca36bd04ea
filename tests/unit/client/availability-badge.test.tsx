import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { OfferData } from '#shared/payload/offer-payload.ts';
import { AvailabilityBadge } from '#client/site/cards/availability-badge.tsx';
import { createI18n } from '#shared/locale/create-i18n.ts';

const { t } = createI18n();
const badgeOf = (offer: Partial<OfferData>) =>
  renderToStaticMarkup(<AvailabilityBadge offer={{ availability: 'sold_out', ...offer }} t={t} />);

test('an availability that this script has no word for shows nothing, and no key', () => {
  const later: Partial<OfferData> = JSON.parse('{ "laterAvailability": "rented" }');
  expect(badgeOf(later)).toBe('');
  expect(badgeOf(JSON.parse('{ "availability": "rented" }'))).toBe('');
  expect(badgeOf({})).toContain('已售完');
  expect(badgeOf({ laterAvailability: 'backorder' })).toContain('缺貨，可預訂');
});
