import { tell, type Told } from '#server/http/tell.ts';

/** Tells a WebSub hub once that these feeds have changed; it fetches them then. */
export function tellHub(
  hub: string,
  feeds: readonly string[],
  fetch: typeof globalThis.fetch,
): Promise<Told> {
  const body = new URLSearchParams({ 'hub.mode': 'publish' });
  for (const feed of feeds) body.append('hub.url', feed);
  return tell(hub, { body }, fetch);
}
