import { sql, type SqlBool } from 'kysely';
import type { Editor } from '#server/content/history/editor.ts';
import { mayDo } from '../may-do.ts';
import { dueAt } from './entry-rows.ts';
import type { ListFilter } from './list-filter.ts';

/**
 * Leaves out what an author may not know of: entries of others that visitors do not see at this moment. Null when the
 * editor may see all of them.
 */
export function knownFilterOf({ accountId, role }: Editor, now: string): ListFilter | null {
  if (mayDo(role, 'see-others')) return null;
  const isSeen = sql`(entries.state = 'published' and ${dueAt(now)} is null)`;
  return { condition: sql<SqlBool>`(entries.made_by = ${accountId} or ${isSeen})` };
}
