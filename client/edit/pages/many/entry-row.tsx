import type { ReactNode } from 'react';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import type { Picture } from '#shared/payload/payloads.ts';
import { smallestFile } from '#shared/picture-files.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { EntryState } from '#client/edit/entry-state.tsx';
import type { ListedEntry } from '../list-page.tsx';

interface EntryRowProps {
  kind: Kind;
  item: ListedEntry;
  picture: Picture | null;
  /** Whether it can be chosen. */
  isChosen: boolean;
  /** Facts, each in an element. */
  children: ReactNode;
}

/** An entry in a list, with a box that chooses it. */
export function EntryRow({ kind, item, picture, isChosen, children }: EntryRowProps) {
  const href = useEditHref();
  const { id, version } = item;
  const title = item.title || editTexts.list.untitled;
  return (
    <li>
      {isChosen ? (
        <label className="row-link mx-0">
          <input
            type="checkbox"
            name="chosen"
            value={`${version} ${id}`}
            aria-label={tableTexts.many.choose(title)}
          />
        </label>
      ) : (
        <span />
      )}
      <a href={href(editPaths.entry(kind, id))}>
        <span className="entry-thumb">
          {picture && <img src={smallestFile(picture)} alt="" loading="lazy" decoding="async" />}
        </span>
        <span className="media-name">{title}</span>
      </a>
      {isChosen && <input type="hidden" name="listed" value={`${version} ${id}`} />}
      <span className="entry-facts">{children}</span>
      <EntryState entry={item} />
    </li>
  );
}
