import { formatDateTime } from '#shared/locale/dates.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { mainFormId, maxNote } from '#shared/editing/main-form.ts';
import { useEdit } from '#client/edit/edit-context.ts';
import { Notice } from '#client/edit/notice.tsx';

const texts = deskTexts.handIn;

/** A draft that its author has handed in. */
export interface HandedInText {
  by: string;
  at: string;
  note: string;
  returned: { by: string; at: string; reply: string } | null;
}

/** Tells editors of a draft that waits for them, and its author of the answer. */
export function HandedInNotice({ by, at, note, returned }: HandedInText) {
  const time = formatDateTime(at) ?? '';
  if (returned === null) return <Notice kind="plain" text={texts.waiting(by, time, note)} />;
  const { by: editor, reply } = returned;
  return <Notice kind="plain" text={texts.returned(editor, formatDateTime(returned.at) ?? '', reply)} />;
}

/** For who may not publish: hands the text of the form in. For editors: gives a draft that was handed in back. */
export function HandInPart({ handedIn, typed }: { handedIn: HandedInText | null; typed: string }) {
  const { editor } = useEdit();
  const isAuthor = editor.role === 'author';
  if (!isAuthor && (handedIn === null || handedIn.returned !== null)) return <TypedNote note={typed} />;
  const { title, text, label, button } = isAuthor ? texts.ofAuthor : texts.ofEditor;
  return (
    <section aria-labelledby="hand-in" className="edit-column grid gap-2 border-t border-line pt-6">
      <h2 id="hand-in" className="section-title">
        {title}
      </h2>
      <p className="edit-meta">{text}</p>
      <div className="edit-field">
        <label htmlFor="f-note">{label}</label>
        <textarea
          id="f-note"
          form={mainFormId}
          name="note"
          rows={3}
          maxLength={maxNote}
          className="field"
          defaultValue={typed}
          autoComplete="off"
        />
      </div>
      <p>
        <button
          form={mainFormId}
          name="do"
          value={isAuthor ? 'hand-in' : 'give-back'}
          className="button-primary"
        >
          {button}
        </button>
      </p>
    </section>
  );
}

/** A note that was typed, where it can be sent no more. */
export function TypedNote({ note }: { note: string }) {
  const { editor } = useEdit();
  if (note === '') return null;
  const { label } = editor.role === 'author' ? texts.ofAuthor : texts.ofEditor;
  return (
    <section id="f-note" aria-label={label}>
      <h2 className="section-title">{label}</h2>
      <pre className="edit-compare">{note}</pre>
    </section>
  );
}
