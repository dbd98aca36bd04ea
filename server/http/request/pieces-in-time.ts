import type { IncomingMessage } from 'node:http';
import { createPatience } from '#server/base/patience.ts';

interface BodyLimits {
  /** Longest wait for the next piece. */
  idleMs: number;
  /** Time for all of it. */
  totalMs: number;
}

/** A body did not come in time, or its sender is gone. */
export class LateBodyError extends Error {
  override name = 'LateBodyError';
  readonly isGone: boolean;

  constructor(isGone: boolean, cause?: unknown) {
    super(isGone ? 'the sender has gone' : 'the body comes too slowly', { cause });
    this.isGone = isGone;
  }
}

/**
 * Reads a body piece by piece, and no faster than it is taken. A body that is left before its end is passed over.
 * @throws LateBodyError
 */
export async function* piecesInTime(
  request: IncomingMessage,
  { idleMs, totalMs }: BodyLimits,
): AsyncGenerator<Buffer> {
  const endsAt = performance.now() + totalMs;
  // Node would destroy the request when the loop is left, and with it the answer.
  const pieces: AsyncIterator<unknown> = request.iterator({ destroyOnReturn: false });
  let state: 'waiting' | 'left' | 'whole' = 'left';
  try {
    for (;;) {
      state = 'waiting';
      const piece = await nextPiece(pieces, Math.min(idleMs, endsAt - performance.now()));
      state = piece.done ? 'whole' : 'left';
      if (piece.done) return;
      if (Buffer.isBuffer(piece.value)) yield piece.value;
    }
  } finally {
    // While it waits for a piece, nothing else can be asked of it.
    if (state === 'left') await pieces.return?.();
    if (state !== 'whole') request.resume();
  }
}

async function nextPiece(pieces: AsyncIterator<unknown>, ms: number): Promise<IteratorResult<unknown>> {
  const patience = createPatience(Math.max(0, ms));
  const next = pieces.next().catch((cause: unknown) => {
    throw new LateBodyError(true, cause);
  });
  // A late piece may fail: nobody waits for it.
  next.catch(() => {});
  const piece = await Promise.race([next, patience.ended]).finally(patience.stop);
  if (piece === 'late') throw new LateBodyError(false);
  return piece;
}
