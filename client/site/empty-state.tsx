import { SearchField } from './search-field.tsx';
import { TeacupDrawing } from './teacup-drawing.tsx';

/** Stands where a list would be. */
export function EmptyState({ text }: { text: string }) {
  return (
    <div className="mt-12 flex flex-col items-center gap-4 py-8 text-center text-soft">
      <TeacupDrawing />
      <p>{text}</p>
      <div className="w-full max-w-md">
        <SearchField isInPage />
      </div>
    </div>
  );
}
