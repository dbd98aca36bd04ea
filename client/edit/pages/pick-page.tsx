import { editPaths } from '#shared/editing/edit-paths.ts';
import { pickSearchField } from '#shared/editing/main-form.ts';
import type { PickKind, PickPage as Picks } from '#shared/editing/picks.ts';
import { isKind } from '#shared/kinds/kind-names.ts';
import { pickTexts } from '#shared/locale/editors/pick-texts.ts';
import { HiddenTexts } from '../form/hidden-fields.tsx';
import { PostForm, type MainForm } from '../form/post-form.tsx';
import { LeaveLink } from '../leave-link.tsx';

export interface PickPageProps extends Picks {
  title: string;
  what: PickKind;
  /** Name of the field. */
  name: string;
  search: string;
  main: MainForm;
  /** Address of the form. */
  action: string;
  /** Everything that was typed in it. */
  typed: readonly (readonly [name: string, value: string])[];
}

/** Things to choose from. It is the form itself: each of its buttons leads back to it. */
export function PickPage({ title, what, name, search, items, next, ...form }: PickPageProps) {
  const { main, action, typed } = form;
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <PostForm main={main} action={action} autoComplete="off" className="grid gap-6">
        <HiddenTexts fields={typed} />
        <div className="flex flex-wrap gap-2" role="search">
          <input
            type="search"
            name={pickSearchField}
            className="field max-w-[24em]"
            defaultValue={search}
            aria-label={pickTexts.search(what)}
            placeholder={pickTexts.search(what)}
          />
          <button name="row" value={`pick:${name}`} className="button">
            {pickTexts.find}
          </button>
          <button name="row" value={`back:${name}`} className="button">
            {pickTexts.back}
          </button>
        </div>
        {items.length === 0 ? (
          <p>{next === null ? pickTexts.none : pickTexts.noneSoFar}</p>
        ) : (
          <ul className="edit-picks" data-what={what}>
            {items.map((item) => (
              <li key={item.value}>
                <button name="row" value={`put:${name}:${item.value}`}>
                  {item.picture !== null && <img src={item.picture} alt="" loading="lazy" decoding="async" />}
                  <span className="media-name">{item.label}</span>
                  <span className="edit-meta">{item.detail}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {next !== null && (
          <p>
            <button name="row" value={`pick:${name}:${next}`} className="button">
              {pickTexts.more}
            </button>
          </p>
        )}
      </PostForm>
      {isKind(what) || what === 'links' ? null : (
        <p>
          <LeaveLink to={editPaths.media} className="row-link text-primary">
            {pickTexts.upload}
          </LeaveLink>
        </p>
      )}
    </>
  );
}
