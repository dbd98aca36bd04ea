import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { neededText } from '#client/edit/form/field-texts.ts';
import type { NamingEntry, Referrers } from '#shared/editing/referrers.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { OldAddressChoice } from '#client/edit/form/old-address-choice.tsx';
import { Notice } from '#client/edit/notice.tsx';
import { ConfirmForm } from '#client/edit/form/confirm-form.tsx';
import { LeaveLink } from '#client/edit/leave-link.tsx';

export interface RemovePageProps {
  kind: Kind;
  id: string;
  title: string;
  entryKey: string;
  version: number;
  /** Mark of the untouched form. */
  mark: string;
  /** Why it cannot be; null when it can. */
  problem: string | null;
  /** Typed target of the old address. */
  to: string;
  referrers: Referrers;
}

/** Asks for confirmation before an entry goes to the trash. */
export function RemovePage({
  mark,
  kind,
  id,
  entryKey,
  title,
  version,
  problem,
  to,
  referrers,
}: RemovePageProps) {
  return (
    <>
      <h1 className="page-title">{editTexts.remove.title(title || id)}</h1>
      {problem !== null && <Notice kind="problem" text={problem} />}
      <p className="edit-column">{editTexts.remove.text}</p>
      <Referrers kind={kind} {...referrers} />
      <ConfirmForm
        main={{ does: 'remove', mark }}
        action={editPaths.save(kind, { id, key: entryKey, version })}
        buttons={[['remove', editTexts.remove.confirm]]}
        cancel={editPaths.entry(kind, id)}
      >
        <OldAddressChoice legend={editTexts.remove.address} first="gone" isGone={to === ''} to={to} />
      </ConfirmForm>
    </>
  );
}

function Referrers({ kind, entries, drafts, keptBy, isFeatured, isLinked }: Referrers & { kind: Kind }) {
  const texts = editTexts.remove;
  if (entries.length + drafts.length === 0 && !isFeatured && !isLinked) return null;
  return (
    <section aria-labelledby="referrers" className="edit-column">
      <h2 id="referrers" className="section-title">
        {texts.referrers}
      </h2>
      <p>{keptBy === null ? texts.referrersText : neededText(kind)}</p>
      <ul className="list-disc ps-6">
        {entries.flatMap((naming) =>
          naming.items.map((entry) => <EntryItem key={`${naming.kind} ${entry.id}`} entry={entry} />),
        )}
        {entries.map((naming) => {
          const more = naming.count - naming.items.length;
          const { counter } = kinds[naming.kind];
          return (
            more > 0 && <li key={naming.kind}>{texts.more(more, counter + kindPages[naming.kind].label)}</li>
          );
        })}
        {drafts.map((entry) => (
          <EntryItem key={`${entry.kind} ${entry.id}`} entry={entry} note={texts.inDraft} />
        ))}
        {isFeatured && <li>{texts.featured}</li>}
        {isLinked && <li>{texts.linked}</li>}
      </ul>
    </section>
  );
}

function EntryItem({ entry: { kind, id, title }, note = '' }: { entry: NamingEntry; note?: string }) {
  return (
    <li>
      <LeaveLink to={editPaths.entry(kind, id)} className="row-link text-primary">
        {editTexts.remove.entry(kindPages[kind].label, title || id) + note}
      </LeaveLink>
    </li>
  );
}
