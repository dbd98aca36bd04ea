import { editPaths } from '#shared/editing/edit-paths.ts';
import { categoryTexts } from '#shared/locale/editors/desk/category-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { EntryState } from '../entry-state.tsx';

export interface ListedCategory {
  id: string;
  name: string;
  depth: number;
  position: number | null;
  /** Number of products that visitors see. */
  count: number;
  /** Null: products alone name it. */
  entry: { state: 'draft' | 'published' | 'archived'; hasDraft: boolean } | null;
}

/** The tree of categories. */
export function CategoryRows({ categories }: { categories: readonly ListedCategory[] }) {
  const href = useEditHref();
  return (
    <ul className="edit-list edit-tree">
      {categories.map(({ id, name, depth, position, count, entry }) => (
        <li key={id} data-depth={depth}>
          <a
            href={href(
              entry === null ? editPaths.newEntry('categories', id) : editPaths.entry('categories', id),
            )}
          >
            {name || editTexts.list.untitled}
          </a>
          {entry === null ? (
            <span className="edit-state">{categoryTexts.onlyNamed}</span>
          ) : (
            <EntryState entry={{ ...entry, dueAt: null }} />
          )}
          {position !== null && <span className="edit-meta">{categoryTexts.position(position)}</span>}
          <span className="edit-meta">{categoryTexts.productCount(count)}</span>
        </li>
      ))}
    </ul>
  );
}
