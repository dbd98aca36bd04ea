import type { Kind } from '#shared/kinds/kind-names.ts';
import { editPaths, type AutosavePlace } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { keepingTexts } from '#shared/locale/editors/keeping-texts.ts';
import { LeaveLink } from './leave-link.tsx';

export interface OfferedAutosave extends AutosavePlace {
  savedAt: string;
}

/** Older ones wait in the editor's home. */
const maxOffers = 3;

/** Texts of the editor that were typed into a form of this entry and not stored, the newest first. */
export function AutosaveOffers({ kind, autosaves }: { kind: Kind; autosaves: readonly OfferedAutosave[] }) {
  return autosaves.slice(0, maxOffers).map(({ savedAt, ...place }) => (
    // The script takes away what it has put back into the form.
    <div key={place.tab} className="edit-notice edit-column" role="status" data-autosave={place.tab}>
      <p>{keepingTexts.autosave.offer(formatDateTime(savedAt) ?? '')}</p>
      <p>
        <LeaveLink to={editPaths.autosave(kind, place)} className="row-link text-primary">
          {keepingTexts.autosave.look}
        </LeaveLink>
      </p>
    </div>
  ));
}
