import type { ReactNode } from 'react';
import { availabilities } from '#shared/kinds/availabilities.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { optionText } from '#client/edit/form/field-control.tsx';
import { PostForm } from '#client/edit/form/post-form.tsx';

const texts = tableTexts.many;

/** A category that can be chosen, with its level in the tree. */
export interface CategoryChoice {
  id: string;
  name: string;
  depth: number;
}

interface ManyFormProps {
  kind: Kind;
  /** Query of the list, to come back to. */
  back: string;
  categories: readonly CategoryChoice[];
  /** Badges that were typed before another button was pressed. */
  badges: string;
  /** Rows with boxes. */
  children: ReactNode;
}

/** Rows to be chosen, with the changes for all that are. */
export function ManyForm({ kind, back, categories, badges, children }: ManyFormProps) {
  const href = useEditHref();
  return (
    <PostForm action={href(editPaths.many(kind))} autoComplete="off" className="grid gap-6">
      <input type="hidden" name="back" value={back} />
      <label className="row-link me-auto">
        <input type="checkbox" name="all" value="on" />
        {texts.all}
      </label>
      {children}
      <fieldset className="edit-field">
        <legend>{texts.legend}</legend>
        <p className="field-rule">{texts.rule}</p>
        <div className="flex flex-wrap gap-x-8 gap-y-4 pt-2">
          <OneChange does="availability" label={texts.availability}>
            {availabilities.map((option) => (
              <option key={option} value={option}>
                {optionText(option)}
              </option>
            ))}
          </OneChange>
          {categories.length > 0 && (
            <OneChange does="category" label={texts.category}>
              <CategoryOptions categories={categories} />
            </OneChange>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <label htmlFor="many-badges">{texts.badges}</label>
            <input
              id="many-badges"
              name="badges"
              className="field w-auto max-w-[10em]"
              placeholder={texts.badgesExample}
              defaultValue={badges}
            />
            <GoButton does="badges" label={texts.badges} />
          </div>
          <button name="do" value="unpublish" className="button">
            {texts.unpublish}
          </button>
        </div>
      </fieldset>
    </PostForm>
  );
}

/** A choice, with the button that goes on with it. */
function OneChange({ does, label, children }: { does: string; label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={`many-${does}`}>{label}</label>
      <select id={`many-${does}`} name={does} className="field w-auto max-w-[14em]">
        {children}
      </select>
      <GoButton does={does} label={label} />
    </div>
  );
}

function GoButton({ does, label }: { does: string; label: string }) {
  return (
    <button name="do" value={does} className="button" aria-label={texts.goWith(label)}>
      {texts.go}
    </button>
  );
}

/** Each category below the one that it belongs to. */
export function CategoryOptions({ categories }: Pick<ManyFormProps, 'categories'>) {
  return categories.map(({ id, name, depth }) => (
    <option key={id} value={id}>
      {'\u3000'.repeat(depth) + name}
    </option>
  ));
}
