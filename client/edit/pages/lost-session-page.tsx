import { paths } from '#shared/paths.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { useEditHref } from '../edit-context.ts';

export interface LostSessionPageProps {
  /** The address that the form was sent to, as it was asked for. */
  action: string;
  /** Every value that was sent, under its name. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** Everything that was typed, to be sent again after signing in beside it. */
export function LostSessionPage({ action, fields }: LostSessionPageProps) {
  const href = useEditHref();
  const { lost } = editTexts;
  const shown = fields.filter(([name]) => name !== 'do' && name !== 'row');
  const done = fields.find(([name]) => name === 'do')?.[1] ?? 'save';
  return (
    <>
      <h1 className="page-title">{lost.title}</h1>
      <p className="edit-column" role="alert">
        {lost.text}
      </p>
      <p>
        <a
          href={href(paths.loginFor(paths.account))}
          target="_blank"
          rel="noopener"
          className="button-primary"
        >
          {lost.signIn}
        </a>
      </p>
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        autoComplete="off"
        className="edit-column grid gap-4"
      >
        {shown.map(([name, value], index) => (
          // A name can stand several times.
          <textarea
            key={index}
            name={name}
            defaultValue={value}
            aria-label={name}
            rows={name === 'body' ? 12 : 1}
            className="field"
          />
        ))}
        <button name="do" value={done} className="button">
          {lost.again}
        </button>
      </form>
    </>
  );
}
