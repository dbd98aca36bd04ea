import type { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { detachListeners } from './collecting-stream.ts';
import type { LoadedPage } from '../load/load-page.ts';
import { createPageElements, type PageElementOptions, type Visitor } from './page-element.tsx';

export interface Renderer {
  /**
   * Streams the page: the shell as soon as it is ready. Resolves when all is written or nobody takes it any more.
   * @throws what the shell threw; nothing has been written then.
   */
  render(page: LoadedPage, destination: Writable, options: RenderOptions): Promise<void>;
  /** Renders that have begun and are neither finished nor aborted. */
  readonly active: number;
}

interface RenderOptions extends Visitor {
  /** Writes nothing before everything is there: crawlers do not wait for later parts. */
  waitForAll: boolean;
  /** Called before the first byte is written. */
  onShell?: () => void;
  /** Receives exceptions after the shell, which can no longer change the status. */
  onError: (error: unknown) => void;
}

interface RendererOptions extends PageElementOptions {
  deadlineMs: number;
  /** Receives the time that a page took until all its awaited data was ready, in ms. */
  onRendered?: (ms: number) => void;
}

export function createRenderer({ deadlineMs, onRendered, ...options }: RendererOptions): Renderer {
  const { element, bootstrapModules } = createPageElements(options);
  let active = 0;

  async function render(
    page: LoadedPage,
    destination: Writable,
    { waitForAll, onShell, onError, ...visitor }: RenderOptions,
  ): Promise<void> {
    // The visitor may have left while the data was read.
    if (destination.destroyed) return;
    active += 1;
    const startedAt = performance.now();
    try {
      const ready = Promise.withResolvers<void>();
      let isShellReady = false;
      const stream = renderToPipeableStream(element(page, visitor), {
        bootstrapModules,
        // Everything in its place, not moved there by a script, which the policy forbids inline.
        progressiveChunkSize: Infinity,
        onShellReady() {
          isShellReady = true;
          if (!waitForAll) ready.resolve();
        },
        onAllReady: ready.resolve,
        onShellError: ready.reject,
        onError(error) {
          if (isShellReady && !destination.destroyed) onError(error);
        },
      });
      const deadline = setTimeout(
        () => stream.abort(new Error(`not rendered within ${deadlineMs} ms`)),
        deadlineMs,
      );
      const closed = new Promise((resolve) => destination.once('close', resolve)).then(() => {
        if (!destination.writableFinished) stream.abort(new Error('the visitor has left'));
      });
      try {
        // Without a shell neither callback comes when the visitor has left.
        await Promise.race([ready.promise, closed]);
        if (destination.destroyed) return;
        onRendered?.(performance.now() - startedAt);
        onShell?.();
        // React flushes after each part what `compression` holds back.
        stream.pipe(destination);
        await closed;
        detachListeners(destination);
      } finally {
        clearTimeout(deadline);
      }
    } finally {
      active -= 1;
    }
  }

  return {
    render,
    get active() {
      return active;
    },
  };
}
