/** Resolves to null when a script cannot be loaded, or not in time: what waits for it goes on without. */
export async function loadInTime<T>(loading: Promise<T>): Promise<T | null> {
  let timer = 0;
  const late = new Promise<null>((resolve) => {
    timer = window.setTimeout(() => resolve(null), maxWaitMs);
  });
  const loaded = await Promise.race([loading.catch(() => null), late]);
  clearTimeout(timer);
  return loaded;
}

const maxWaitMs = 10_000;
