import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { neededText } from '#client/edit/form/field-texts.ts';
import type { NamingEntry, Referrers } from '#shared/editing/referrers.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { ChoiceLists, FieldControl } from '#client/edit/form/field-control.tsx';
import type { Choices } from '#client/edit/form/choices.ts';
import { OldAddressChoice } from '#client/edit/form/old-address-choice.tsx';
import { Notice } from '#client/edit/notice.tsx';
import { ConfirmForm } from '#client/edit/form/confirm-form.tsx';
import { LeaveLink } from '#client/edit/leave-link.tsx';
import { EntryTitle } from '#client/edit/entry-title.tsx';

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
  /** For an entry that others cannot be without: those that may take its place. */
  others: Choices;
  /** The typed one of them. */
  into: string;
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
  others,
  into,
}: RemovePageProps) {
  const form = {
    action: editPaths.save(kind, { id, key: entryKey, version }),
    cancel: editPaths.entry(kind, id),
  };
  return (
    <>
      <EntryTitle text={editTexts.remove.title(title || id)} />
      {problem !== null && <Notice kind="problem" text={problem} />}
      <p className="edit-column">{editTexts.remove.text}</p>
      <Referrers kind={kind} {...referrers} />
      {referrers.keptBy === null ? (
        <ConfirmForm
          {...form}
          main={{ does: 'remove', mark }}
          buttons={[['remove', editTexts.remove.confirm]]}
        >
          <OldAddressChoice legend={editTexts.remove.address} first="gone" isGone={to === ''} to={to} />
        </ConfirmForm>
      ) : (
        <ConfirmForm {...form} main={{ does: 'merge', mark }} buttons={[['merge', editTexts.remove.merge]]}>
          <MergeField {...{ kind, others, into }} isInvalid={problem !== null && into !== ''} />
        </ConfirmForm>
      )}
    </>
  );
}

interface MergeFieldProps extends Pick<RemovePageProps, 'kind' | 'others' | 'into'> {
  isInvalid: boolean;
}

/** The entry that everything is to name instead. */
function MergeField({ kind, others, into, isInvalid }: MergeFieldProps) {
  const label = editTexts.remove.into(kinds[kind].counter + kindPages[kind].label);
  return (
    <div className="edit-field">
      <label htmlFor="f-into">{label}</label>
      <FieldControl
        field={{ name: 'into', label, type: 'reference', to: kind, required: true }}
        name="into"
        id="f-into"
        value={into}
        describedBy="f-into-rule"
        isInvalid={isInvalid}
        choices={others}
      />
      <p id="f-into-rule" className="field-rule">
        {editTexts.remove.intoRule}
      </p>
      <ChoiceLists choices={others} />
    </div>
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
