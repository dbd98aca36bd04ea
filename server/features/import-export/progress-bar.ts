import type { WriteStream } from 'node:tty';

interface ProgressBar {
  update(phase: string, done: number, total: number): void;
  end(): void;
}

const width = 30;
const redrawMs = 100;

/** A bar on a terminal, nothing elsewhere. */
export function createProgressBar(stream: WriteStream): ProgressBar {
  let drawnAt = 0;
  return {
    update(phase, done, total) {
      const now = Date.now();
      if (!stream.isTTY || (now - drawnAt < redrawMs && done < total)) return;
      drawnAt = now;
      const filled = Math.round((done / Math.max(1, total)) * width);
      stream.write(
        `\r${phase.padEnd(8)} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${total}`,
      );
    },
    end() {
      if (drawnAt > 0) stream.write('\r\x1b[K');
      drawnAt = 0;
    },
  };
}
