/** Ends a request that waits too long for somebody else, with an error for it. */
export interface IdleLimit {
  /** Aborted when the wait was too long, or when nobody wants the answer any longer. */
  signal: AbortSignal;
  /** Waits for something. */
  begin(ms: number): void;
  /** It has come. */
  end(): void;
  abort(): void;
}

export function createIdleLimit(outer?: AbortSignal): IdleLimit {
  const controller = new AbortController();
  const signal = outer ? AbortSignal.any([controller.signal, outer]) : controller.signal;
  let timer: NodeJS.Timeout | undefined;
  const end = () => clearTimeout(timer);
  return {
    signal,
    begin(ms) {
      end();
      timer = setTimeout(() => controller.abort(new Error(`no answer within ${ms / 1000} s`)), ms);
    },
    end,
    abort() {
      end();
      controller.abort();
    },
  };
}

/** Chunks of a body, none of which may be long in coming. Their reader may take any time. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  limit: IdleLimit,
  maxIdleMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  let isWhole = reader === undefined;
  try {
    while (reader) {
      limit.begin(maxIdleMs);
      const { done, value } = await reader.read();
      limit.end();
      isWhole = done;
      if (done) return;
      yield value;
    }
  } finally {
    // A connection over which all has come is used again.
    if (!isWhole) limit.abort();
  }
}
