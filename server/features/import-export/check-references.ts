import { mapKinds } from '#shared/kinds/kind-names.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { ContentFolder } from './content-folder.ts';
import { kindsInMessages } from '#server/content/kinds/content-kinds.ts';
import type { PlacedReference } from '#server/content/kinds/references.ts';
import { nameOf, type Move } from './find-moves.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';
import type { Target } from '#server/content/kinds/references.ts';
import { storedIds } from '#server/content/entries/stored-ids.ts';

interface FoundReference extends PlacedReference {
  file: string;
}

/**
 * Checks that everything that a file names is in the folder or, unless what the folder lacks is being removed (`db` is
 * null then), in the database already, under the name that it will have.
 */
export async function checkReferences(
  folder: ContentFolder,
  db: Kysely<Schema> | null,
  moved: readonly Move[],
): Promise<Problem[]> {
  const inFolder: Record<Target, ReadonlySet<string>> = {
    ...mapKinds((kind) => new Set(folder.entries[kind].map((entry) => entry.id))),
    media: new Set(folder.media.map((file) => file.path)),
  };
  // A file that is there but has mistakes of its own is reported once, not again by everyone who names it.
  const broken = new Set(folder.problems.map((problem) => problem.file));
  const open = [...allReferences(folder)].filter(
    (ref) => !ref.isOpen && !inFolder[ref.to].has(ref.id) && !broken.has(fileOf(ref.to, ref.id)),
  );
  if (open.length === 0) return [];

  const nowCalled = new Map(moved.map(({ kind, from, to }) => [nameOf(kind, from), to]));
  const stored = new Map<Target, ReadonlySet<string>>();
  for (const target of [...kindsInMessages, 'media'] as const) {
    const wanted = open.filter((ref) => ref.to === target).map((ref) => ref.id);
    stored.set(target, await storedIds(db, target, [...new Set(wanted)]));
  }
  return open
    .filter((ref) => !stored.get(ref.to)?.has(ref.id) || nowCalled.has(nameOf(ref.to, ref.id)))
    .map((ref) => {
      const other = nowCalled.get(nameOf(ref.to, ref.id));
      return {
        file: ref.file,
        line: ref.line,
        wrong: `${ref.by} names ${ref.id}, which ${other === undefined ? 'does not exist' : `is called ${other} now`}`,
        right:
          other === undefined ? `add ${fileOf(ref.to, ref.id)}, or name one that exists` : `name ${other}`,
      };
    });
}

function fileOf(target: Target, id: string): string {
  return target === 'media' ? id : `${target}/${id}.md`;
}

function* allReferences(folder: ContentFolder): Generator<FoundReference> {
  for (const kind of kindsInMessages) {
    for (const { file, references } of folder.entries[kind])
      for (const reference of references) yield { ...reference, file };
  }
  for (const reference of folder.site?.references ?? []) yield { ...reference, file: 'site.yaml' };
}
