import { describeFailure } from './describe-failure.ts';
import type { Log } from './log.ts';

interface Looking {
  log: Pick<Log, 'warn'>;
  /** Sentence for the log, without its reason, when looks begin to fail. */
  failure: string;
  firstMs: number;
  /** Time to the next look after one that has failed. */
  everyMs: number;
  /** Does what is due. Resolves to the time to the next look, in ms. */
  look: (isClosing: () => boolean) => Promise<number>;
}

/** Looks for work again and again, one look at a time. A row of failures is logged once. */
export function keepLooking({ log, failure, firstMs, everyMs, look }: Looking): { close(): Promise<void> } {
  let isClosing = false;
  let isFailing = false;
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const plan = (pauseMs: number) => {
    timer = setTimeout(() => (working = lookOnce()), pauseMs).unref();
  };
  const lookOnce = async () => {
    let pauseMs = everyMs;
    try {
      pauseMs = await look(() => isClosing);
      isFailing = false;
    } catch (error) {
      if (!isClosing && !isFailing) log.warn({ err: error }, `${failure}: ${describeFailure(error)}`);
      isFailing = true;
    }
    if (!isClosing) plan(pauseMs);
  };
  plan(firstMs);
  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await working;
    },
  };
}
