import { randomUUID } from 'node:crypto';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { changeAtField, minorEditField } from '#shared/editing/edit-forms.ts';
import { readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import type { Editor } from '#server/content/history/editor.ts';
import type { ChangeResult, EditTools } from '../entries/change-entry.ts';
import { createEntry } from '../entries/save-draft.ts';

interface Duplicate {
  editor: Editor;
  kind: Kind;
  /** Id of the entry that is copied. */
  id: string;
  document: string;
}

/** Ids that are tried before a random one. */
const maxTried = 20;

/** Makes a draft of the text of an entry, under an id of its own, without times and history. */
export async function duplicateEntry(
  tools: EditTools,
  { editor, kind, id, document }: Duplicate,
): Promise<ChangeResult> {
  const { fields, body } = readDocument(document);
  const copy = writeDocument({ fields: withoutOwn(fields), body });
  const key = randomUUID();
  for (let number = 2; ; number += 1) {
    const suffix = number < maxTried ? `-${number}` : `-${key.slice(0, 8)}`;
    const made = {
      editor,
      kind,
      key,
      id: [...id].slice(0, 80).join('') + suffix,
      document: copy,
      mayTakeOver: false,
    };
    const result = await createEntry(tools, made);
    const isTaken = result.kind === 'invalid' && result.problems.some(({ field }) => field === 'id');
    if (!isTaken || number >= maxTried) return result;
  }
}

/** Leaves out the state, the times, and numbers of which each product and variant has its own. */
function withoutOwn(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const others = Object.entries(values).filter(([name]) => !ownNames.has(name));
  return Object.fromEntries(
    others.map(([name, value]) => [name, Array.isArray(value) ? value.map(withoutOwnInRow) : value]),
  );
}

const ownNames: ReadonlySet<string> = new Set([
  ...['publishedAt', 'updatedAt', 'status', minorEditField, changeAtField],
  ...['sku', 'gtin'],
]);

function withoutOwnInRow(row: unknown): unknown {
  const isMap = typeof row === 'object' && row !== null && !Array.isArray(row);
  return isMap ? withoutOwn({ ...row }) : row;
}
