import type { HttpClient } from './http-client.ts';

const intervalMs = 3_600_000;

interface VersionWatchOptions {
  buildId: string;
  http: Pick<HttpClient, 'get'>;
  /** Called once, when another build runs. */
  onNewVersion: () => void;
}

/** Checks once an hour which build runs, for the first time one hour from now, until it has changed. */
export function watchVersion({ buildId, http, onNewVersion }: VersionWatchOptions): void {
  const timer = setInterval(async () => {
    const latest = await http.get(`builds/latest.json?${Date.now()}`).catch(() => null);
    if (!isBuild(latest) || latest.id === buildId) return;
    clearInterval(timer);
    onNewVersion();
  }, intervalMs);
}

/** Anything else, such as a page of some proxy, says nothing about the version. */
function isBuild(value: unknown): value is { id: string; timestamp: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    value.id !== '' &&
    'timestamp' in value &&
    typeof value.timestamp === 'number'
  );
}
