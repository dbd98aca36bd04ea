import type { Page } from 'playwright-core';

/** Swipes with one finger, to the right by this many pixels, at the speed of a hand. */
export async function swipe(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const steps = 10;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: from.y }],
    });
  await touch('touchStart', from.x);
  for (let step = 1; step <= steps; step += 1) await touch('touchMove', from.x + (by * step) / steps);
  await touch('touchEnd');
  await session.detach();
}
