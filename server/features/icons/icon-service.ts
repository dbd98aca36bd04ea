import type { Clock } from '#server/base/clock.ts';
import type { Log } from '#server/base/log.ts';
import { callService, type ServiceCallOptions } from './call-service.ts';
import { createIconMemory } from './icon-memory.ts';
import type { IconRequest } from './icon-request.ts';
import type { Icon, IconSet } from './icon-set.ts';
import { readServiceAnswer } from './service-answer.ts';

/** Why the service gave nothing: it took too long, it failed, or too many calls to it are under way. */
export type ServiceFailure = 'timeout' | 'failed' | 'busy';

export interface IconService {
  /** Resolves to null when there are none of the icons. */
  find(request: IconRequest): Promise<IconSet | ServiceFailure | null>;
}

interface IconServiceOptions extends ServiceCallOptions {
  log: Log;
  clock: Clock;
  /** How long it is believed that an icon does not exist. */
  missingMs: number;
}

const maxCalls = 20;

type Found = ReadonlyMap<string, Icon>;

/**
 * Finds icons of collections that are not installed. Each is requested from the service once; failures are never kept.
 */
export function createIconService({
  log,
  clock,
  missingMs,
  ...callOptions
}: IconServiceOptions): IconService {
  const memory = createIconMemory(clock, missingMs);
  const calls = new Map<string, Promise<Found | ServiceFailure>>();

  /** Equal requests at the same time share one call. */
  function callOnce(request: IconRequest): Promise<Found | ServiceFailure> | ServiceFailure {
    const key = `${request.collection}:${request.names.join(',')}`;
    const running = calls.get(key);
    if (running) return running;
    if (calls.size >= maxCalls) return 'busy';
    const call = callAndKeep(request).finally(() => calls.delete(key));
    calls.set(key, call);
    return call;
  }

  async function callAndKeep(request: IconRequest): Promise<Found | ServiceFailure> {
    const { collection, names } = request;
    try {
      const reply = await callService(callOptions, request);
      if (reply === null) {
        memory.keepMissingCollection(collection);
        return new Map();
      }
      const { icons, refused } = readServiceAnswer(reply.json, request);
      if (refused.length > 0)
        log.warn({ collection, icons: refused }, 'the icon service sent drawings that are not safe');
      for (const name of names) memory.keep(collection, name, icons.get(name) ?? null);
      return icons;
    } catch (err) {
      log.warn({ err, collection, icons: names }, 'the icon service cannot be asked');
      return err instanceof Error && err.name === 'TimeoutError' ? 'timeout' : 'failed';
    }
  }

  return {
    async find({ collection, names }) {
      const icons = new Map(names.map((name) => [name, memory.recall(collection, name)]));
      const unknown = names.filter((name) => icons.get(name) === undefined);
      if (unknown.length > 0) {
        const answer = await callOnce({ collection, names: unknown });
        if (typeof answer === 'string') return answer;
        for (const [name, icon] of answer) icons.set(name, icon);
      }
      return toIconSet(collection, icons);
    },
  };
}

function toIconSet(prefix: string, byName: ReadonlyMap<string, Icon | null | undefined>): IconSet | null {
  const icons: IconSet['icons'] = {};
  const missing: string[] = [];
  for (const [name, icon] of byName) {
    if (icon) icons[name] = icon;
    else missing.push(name);
  }
  if (missing.length === byName.size) return null;
  return { prefix, icons, ...(missing.length > 0 && { not_found: missing }) };
}
