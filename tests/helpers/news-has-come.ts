import { expect } from 'vitest';
import type { Services } from '#server/services.ts';

/** Until what was written is known here, and what becomes due next. */
export async function newsHasCome({ changeFeed }: Pick<Services, 'changeFeed'>): Promise<void> {
  // A database on a busy machine may take longer than it is given once.
  await expect.poll(() => changeFeed.settle()).toBe(true);
}
