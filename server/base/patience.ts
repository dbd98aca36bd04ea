/** Resolves to 'late' after so long. */
export function createPatience(ms: number): { ended: Promise<'late'>; stop: () => void } {
  let timer: NodeJS.Timeout;
  const ended = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms).unref();
  });
  return { ended, stop: () => clearTimeout(timer) };
}
