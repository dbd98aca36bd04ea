import { get } from '#scripts/tools/requests/http-client.ts';
import type { BenchSite } from '../site/site.ts';
import { largestBranch } from './parts.ts';

export interface Served {
  dataDir: string;
  databaseUrl: string;
  engine: 'sqlite' | 'postgres';
  parts: number;
}

const maxSeconds = 600;

/** Asks for a filtered list until all products have been read. Resolves to the seconds that it took. */
export async function untilFiltered({ origin }: BenchSite): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  while (seconds() < maxSeconds) {
    // Answers 503 when it has waited for as long as a page may take.
    const { status } = await get(`${origin}/product?category=${largestBranch}&availability=in_stock`);
    if (status === 200) return seconds();
    if (status !== 503) throw new Error(`a filtered list answered ${status}`);
  }
  throw new Error(`no filtered list was answered within ${maxSeconds} s`);
}
