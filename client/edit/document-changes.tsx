import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { Difference } from '#shared/difference.ts';
import { editForms } from '#shared/editing/edit-forms.ts';
import { DifferenceView } from './difference-view.tsx';
import { labelOf } from './form/field-texts.ts';

/** Difference between two texts of an entry. */
export interface DocumentChange {
  fields: readonly {
    /** Keys joined by dots. */
    path: string;
    difference: Difference;
  }[];
  body: Difference;
}

export function isUnchanged({ fields, body }: DocumentChange): boolean {
  return fields.length === 0 && isSame(body);
}

/** The fields that differ, each under its label, and the Markdown. */
export function DocumentChanges({ kind, change }: { kind: Kind; change: DocumentChange }) {
  if (isUnchanged(change)) return null;
  return (
    <div className="edit-column grid gap-8">
      {change.fields.map(({ path, difference }) => (
        <section key={path} aria-label={labelOf(editForms[kind], path)}>
          <h2 className="section-title">{labelOf(editForms[kind], path)}</h2>
          <DifferenceView difference={difference} />
        </section>
      ))}
      {!isSame(change.body) && (
        <section aria-label={kinds[kind].body.label}>
          <h2 className="section-title">{kinds[kind].body.label}</h2>
          <DifferenceView difference={change.body} />
        </section>
      )}
    </div>
  );
}

function isSame({ parts }: Difference): boolean {
  return parts.every((part) => part.kind === 'same');
}
