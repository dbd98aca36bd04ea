import { mapKinds, type Kind } from '#shared/kinds/kind-names.ts';
import type { AccountsTable, SessionsTable } from './account-tables.ts';
import type {
  ContentEventsTable,
  DraftsTable,
  EntriesTable,
  RevisionsTable,
  ScheduledChangesTable,
} from './editing-tables.ts';
import type { CardStateTable, FontStateTable, MediaTable } from './media-tables.ts';
import { columnsOfKind } from './kind-columns.ts';

/**
 * The columns of tables whose rows are read whole. Another build may have added some, or be about to remove columns
 * that are not named here: no query selects `*`.
 */
export const columnsOf = {
  accounts: whole<AccountsTable>()(
    'id',
    'email',
    'name',
    'role',
    'password_hash',
    'disabled_at',
    'created_at',
  ),
  sessions: whole<SessionsTable>()(
    'id_hash',
    'account_id',
    'way',
    'is_remembered',
    'user_agent',
    'created_at',
    'seen_at',
    'idle_at',
    'ends_at',
  ),
  entries: whole<EntriesTable>()(
    'key',
    'kind',
    'id',
    'version',
    'title',
    'state',
    'changed_at',
    'deleted_at',
    'made_by',
  ),
  revisions: whole<RevisionsTable>()(
    'seq',
    'entry_key',
    'version',
    'action',
    'document',
    'hash',
    'account_id',
    'account_name',
    'at',
    'restored_from',
  ),
  drafts: whole<DraftsTable>()(
    'entry_key',
    'document',
    'base_hash',
    'account_id',
    'account_name',
    'saved_at',
  ),
  scheduled_changes: whole<ScheduledChangesTable>()(
    'entry_key',
    'action',
    'document',
    'base_hash',
    'run_at',
    'try_at',
    'tries',
    'problem',
    'account_id',
    'account_name',
    'saved_at',
  ),
  content_events: whole<ContentEventsTable>()(
    'seq',
    'at',
    'event',
    'account_id',
    'account_name',
    'kind',
    'id',
    'detail',
  ),
  font_state: whole<FontStateTable>()('id', 'font', 'seen_at', 'read_from', 'cut', 'tries', 'run_at'),
  card_state: whole<CardStateTable>()('id', 'look', 'seen_at', 'read_from', 'tries', 'run_at'),
  ...ofKinds(),
  media: whole<MediaTable>()(
    'path',
    'file',
    'content_type',
    'bytes',
    'width',
    'height',
    'served',
    'blur',
    'finished_of',
    'single_of',
    'rasters_of',
    'tone',
    'label',
    'added_at',
  ),
} as const;

type Column<Table> = keyof Table & string;

/** The compiler reports missing columns: as the leftover type, which is no name. */
function whole<Table>() {
  return <const Names extends readonly Column<Table>[]>(
    ...names: Exclude<Column<Table>, Names[number]> extends never ? Names : never
  ): Names => names;
}

/** A test holds these to the tables. */
function ofKinds(): Readonly<Record<Kind, readonly string[]>> {
  return mapKinds(columnsOfKind);
}
