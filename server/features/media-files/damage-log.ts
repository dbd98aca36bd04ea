import type { Log } from '#server/base/log.ts';

/** Reports each file that a store has damaged, once until it is right again. */
export interface DamageLog {
  damaged(name: string, error: unknown): void;
  right(name: string): void;
}

/** Beyond so many at once the store itself is damaged, and each may be reported again. */
const maxNames = 1_000;

export function createDamageLog(log: Log): DamageLog {
  const names = new Set<string>();
  return {
    damaged(name, error) {
      if (names.has(name)) return;
      if (names.size >= maxNames) names.clear();
      names.add(name);
      log.error({ err: error, file: name }, 'the media store does not give a file as it was put');
    },
    right(name) {
      names.delete(name);
    },
  };
}
