import { categoryTexts } from '#shared/locale/editors/desk/category-texts.ts';
import { LeaveLink } from '../leave-link.tsx';

/** A new name that reads like another. */
export interface SimilarNameProps {
  typed: string;
  id: string;
  name: string;
  /** Page of the other, where the form is that of a new entry; null: the field can name it. */
  page: string | null;
}

/** Asks which of the two is meant. Each answer publishes the form. */
export function SimilarName({ field, typed, id, name, page }: SimilarNameProps & { field: string }) {
  const { takeSimilar, editSimilar, keepSimilar } = categoryTexts;
  return (
    <p className="flex flex-wrap gap-2">
      {page === null ? (
        <button className="button" name="answer" value={`${field}:use:${id}`}>
          {takeSimilar(name)}
        </button>
      ) : (
        <LeaveLink to={page} className="button">
          {editSimilar(name)}
        </LeaveLink>
      )}
      <button className="button" name="answer" value={`${field}:keep`}>
        {keepSimilar(typed)}
      </button>
    </p>
  );
}
