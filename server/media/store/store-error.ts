import { OperatorError } from '#server/base/errors.ts';

/** A store elsewhere has refused or failed. The message names the store, the reason and the remedy. */
export class MediaStoreError extends OperatorError {
  override name = 'MediaStoreError';
  /** Whether it may do so a moment later by itself: it cannot be reached, is too busy, or has failed. */
  readonly isAway: boolean;

  constructor(message: string, { isAway, cause }: { isAway: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isAway = isAway;
  }
}

/**
 * A store has returned other content than was put there. It may be right a moment later, as when a proxy had answered.
 */
export class DamagedFileError extends MediaStoreError {
  override name = 'DamagedFileError';

  constructor(name: string, place: string, fault: string) {
    super(`${name} in ${place} is not what was put there: ${fault}`, { isAway: true });
  }
}
