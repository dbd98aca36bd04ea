import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface FailedRequest {
  path: string;
  /** The unexpected status, or the failure instead of an answer. */
  outcome: string;
  /** Local port of the client; null: there was no connection. */
  localPort: number | null;
}

export interface SteadyRequests {
  /** How many were answered as they should be. */
  answered(): number;
  failures: readonly FailedRequest[];
  /** Resolves when all has been answered. */
  end(): Promise<void>;
}

interface Options {
  clients: number;
  /** Between an answer and the next request of a client. */
  pauseMs: number;
}

const patienceMs = 30_000;
let count = 0;

/** Requests pages, data and a missing page on persistent connections, without retries. */
export function askSteadily(origin: string, { clients, pauseMs }: Options): SteadyRequests {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const failures: FailedRequest[] = [];
  let answered = 0;
  let isOver = false;

  const working = Array.from({ length: clients }, async (_, client) => {
    for (let round = client; !isOver; round += 1) {
      const { path, status } = requests[round % requests.length]?.() ?? { path: '/', status: 200 };
      const { outcome, localPort } = await ask(origin + path, agent);
      if (outcome === String(status)) answered += 1;
      else failures.push({ path, outcome, localPort });
      await delay(pauseMs);
    }
  });

  return {
    answered: () => answered,
    failures,
    async end() {
      isOver = true;
      await Promise.all(working);
      agent.destroy();
    },
  };
}

const requests = [
  () => ({ path: '/', status: 200 }),
  () => ({ path: '/product', status: 200 }),
  () => ({ path: '/articles', status: 200 }),
  () => ({ path: '/product/_payload.json', status: 200 }),
  () => ({ path: `/articles/none-${(count += 1)}`, status: 404 }),
];

function ask(url: string, agent: http.Agent): Promise<Omit<FailedRequest, 'path'>> {
  return new Promise((resolve) => {
    let localPort: number | null = null;
    const end = (outcome: string) => resolve({ outcome, localPort });
    const headers = { Accept: 'text/html,*/*;q=0.8' };
    const request = http.get(url, { agent, headers, timeout: patienceMs }, (response) => {
      response.resume();
      response.once('end', () => end(response.complete ? String(response.statusCode) : 'cut'));
      response.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
    });
    request.once('socket', (socket) => {
      const note = () => (localPort = socket.localPort ?? null);
      if (socket.connecting) socket.once('connect', note);
      else note();
    });
    request.once('timeout', () => request.destroy(Object.assign(new Error('silent'), { code: 'SILENT' })));
    request.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
  });
}
