import { everythingTag, sqlOf } from '../tags.ts';

/**
 * Queues announced tags for each cache in front that is purged, in the transaction of the change: none is lost. Rows
 * are only added, so that no two writers wait for each other. Without such a cache nothing is written.
 * @param tags Table of one column with the tags.
 */
export function noteForEdges(tags: string): string {
  return `insert into edge_purges (edge, tag)
      select edges.url, announced.* from edges cross join ${tags} as announced;`;
}

/** Has each of them forget all that it keeps. */
export const noteEverythingForEdges = noteForEdges(`(select ${sqlOf(everythingTag)})`);
