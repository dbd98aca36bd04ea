import type { Difference } from '#shared/difference.ts';
import type { EditField } from '#shared/editing/edit-forms.ts';
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

interface DocumentChangesProps {
  form: readonly EditField[];
  /** Label of the Markdown. */
  bodyLabel: string;
  change: DocumentChange;
}

/** The fields that differ, each under its label, and the Markdown. */
export function DocumentChanges({ form, bodyLabel, change }: DocumentChangesProps) {
  if (isUnchanged(change)) return null;
  return (
    <div className="edit-column grid gap-8">
      {change.fields.map(({ path, difference }) => (
        <section key={path} aria-label={labelOf(form, path)}>
          <h2 className="section-title">{labelOf(form, path)}</h2>
          <DifferenceView difference={difference} />
        </section>
      ))}
      {!isSame(change.body) && (
        <section aria-label={bodyLabel}>
          <h2 className="section-title">{bodyLabel}</h2>
          <DifferenceView difference={change.body} />
        </section>
      )}
    </div>
  );
}

function isSame({ parts }: Difference): boolean {
  return parts.every((part) => part.kind === 'same');
}
