import { paths } from '#shared/address/paths.ts';
import { isUnseenName } from '#shared/editing/typed-names.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { sentLabelOf } from '#client/edit/form/field-texts.ts';
import { PostForm } from '#client/edit/form/post-form.tsx';

export interface KeptTextPageProps {
  title: string;
  /** Why it has come back. */
  text: string;
  isSignedOut?: boolean;
  /** How to go on: the form can be sent again, or must be opened anew. */
  next: SendAgain | OpenAnew;
  /** Site path to which the sender was about to go. */
  leaveTo?: string;
  /** Every value that was typed, under its name. */
  fields: readonly (readonly [name: string, value: string])[];
}

interface SendAgain {
  /** The address that the form was sent to, as it was asked for. */
  action: string;
  /** Button that was pressed. */
  done: string;
}

/** For a form that came without its end: sent again, it would store nothing in the fields after the cut. */
interface OpenAnew {
  /** Address of the page with the form. */
  page: string;
}

/** Everything that was typed and could not be stored. */
export function KeptTextPage({ title, text, isSignedOut = false, next, leaveTo, fields }: KeptTextPageProps) {
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <p className="edit-column" role="alert">
        {text}
      </p>
      {leaveTo !== undefined && (
        <p>
          <a href={href(leaveTo)} className="button" data-gives-up="">
            {editTexts.leave.go}
          </a>
        </p>
      )}
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
      {'page' in next ? (
        <>
          <p>
            <a href={next.page} target="_blank" rel="noopener" className="button-primary">
              {editTexts.notWhole.open}
            </a>
          </p>
          <div className="edit-column grid gap-4">
            <KeptFields fields={fields} isReadOnly />
          </div>
        </>
      ) : (
        <PostForm
          main={{ does: next.done, mark: '' }}
          action={next.action}
          data-sign-in={href(paths.loginFor(paths.account))}
          autoComplete="off"
          className="edit-column grid gap-4"
        >
          <KeptFields fields={fields} />
          <p>
            <button name="do" value={next.done} className={isSignedOut ? 'button' : 'button-primary'}>
              {editTexts.notStored.again}
            </button>
          </p>
        </PostForm>
      )}
    </>
  );
}

interface KeptFieldsProps extends Pick<KeptTextPageProps, 'fields'> {
  isReadOnly?: boolean;
}

function KeptFields({ fields, isReadOnly = false }: KeptFieldsProps) {
  return fields.map(([name, value]) =>
    isUnseenName(name) ? (
      <input key={name} type="hidden" name={name} value={value} />
    ) : (
      <div key={name} className="edit-field">
        <label htmlFor={name}>{sentLabelOf(name)}</label>
        <textarea
          id={name}
          name={name}
          defaultValue={value}
          readOnly={isReadOnly}
          rows={value.length > 40 || value.includes('\n') ? 4 : 1}
          className={name === 'body' ? 'field edit-body' : 'field edit-kept'}
        />
      </div>
    ),
  );
}
