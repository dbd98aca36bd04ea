import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Kysely } from 'kysely';
import { RemovePage } from '#client/edit/pages/entry/remove-page.tsx';
import { RenamePage } from '#client/edit/pages/entry/rename-page.tsx';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import type { Schema } from '#server/db/schema.ts';
import { findReferrers } from '#server/features/editing/lists/find-referrers.ts';
import type { FieldProblem } from '#server/features/editing/form/find-problems.ts';
import type { Entry } from '#server/content/history/revisions.ts';
import { markOf } from '../form-mark.ts';
import { findOthers } from '../entries/find-choices.ts';
import { firstSentence } from '../entries/problem-texts.ts';
import type { EditPage } from '../send-edit-page.tsx';

export interface AddressPageProps {
  db: Kysely<Schema>;
  kind: Kind;
  entry: Entry;
  problems?: readonly FieldProblem[];
  /** Sentence about the form as a whole. */
  problem?: string | null;
  /** Address that was typed. */
  typed?: string;
  /** The entry that was chosen to take its place. */
  into?: string;
}

/** Asks for the future of the address before an entry goes to the trash, and lists the entries that name it. */
export async function removePage({
  db,
  kind,
  entry: { id, key: entryKey, title, version },
  problems = [],
  problem = firstSentence(kind, problems),
  typed = '',
  into = '',
}: AddressPageProps): Promise<EditPage> {
  const others = await findOthers(db, kind, id);
  const referrers = await findReferrers(db, kind, { id });
  return {
    title: editTexts.remove.title(title || id),
    content: (
      <RemovePage
        {...{ kind, id, entryKey, title, version, problem, referrers, others, into }}
        mark={markOf([])}
        to={typed}
      />
    ),
    hasMainForm: true,
    ...(problem !== null && { statusCode: 422 }),
  };
}

export function renamePage({
  kind,
  entry: { id, key: entryKey, title, version },
  problems = [],
  problem = firstSentence(kind, problems),
  typed = id,
}: AddressPageProps): EditPage {
  const asksToTakeOver = problems.some(({ code }) => code === 'redirected');
  return {
    title: editTexts.rename.title(title || id),
    content: (
      <RenamePage
        {...{ kind, id, entryKey, title, version, typed, problem, asksToTakeOver }}
        mark={markOf([['id', id]])}
      />
    ),
    hasMainForm: true,
    ...(problem !== null && { statusCode: 422 }),
  };
}
