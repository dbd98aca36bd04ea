import { paths } from '#shared/paths.ts';
import { isUnseenName } from '#shared/editing/typed-names.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';
import { sentLabelOf } from '../form/field-texts.ts';

export interface KeptTextPageProps {
  title: string;
  /** Why it has come back. */
  text: string;
  isSignedOut?: boolean;
  /** The address that the form was sent to, as it was asked for. */
  action: string;
  /** Button that was pressed. */
  done: string;
  /** Every value that was typed, under its name. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** Everything that was typed and could not be stored, to be sent again. */
export function KeptTextPage({ title, text, isSignedOut = false, action, done, fields }: KeptTextPageProps) {
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <p className="edit-column" role="alert">
        {text}
      </p>
      {isSignedOut && (
        <p>
          <a
            href={href(paths.loginFor(paths.account))}
            target="_blank"
            rel="noopener"
            className="button-primary"
          >
            {editTexts.lost.signIn}
          </a>
        </p>
      )}
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        autoComplete="off"
        className="edit-column grid gap-4"
      >
        {fields.map(([name, value]) =>
          isUnseenName(name) ? (
            <input key={name} type="hidden" name={name} value={value} />
          ) : (
            <div key={name} className="edit-field">
              <label htmlFor={name}>{sentLabelOf(name)}</label>
              <textarea
                id={name}
                name={name}
                defaultValue={value}
                rows={value.length > 40 || value.includes('\n') ? 4 : 1}
                className={name === 'body' ? 'field edit-body' : 'field edit-kept'}
              />
            </div>
          ),
        )}
        <p>
          <button name="do" value={done} className={isSignedOut ? 'button' : 'button-primary'}>
            {editTexts.notStored.again}
          </button>
        </p>
      </form>
    </>
  );
}
