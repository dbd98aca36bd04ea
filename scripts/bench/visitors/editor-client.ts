import { readForm, type ReadForm } from '#scripts/tools/requests/read-form.ts';

export interface EditorClient {
  /** Opens the form of an article; the one with that button, where its page has several. */
  open(article: string, button?: string): Promise<ReadForm>;
  /** Sends the form with this Markdown, as a draft. Resolves to the status. */
  save(form: ReadForm, body: string): Promise<number>;
  /** Fills in the form and presses one of its buttons. Resolves to the status. */
  send(form: ReadForm, typed: Readonly<Record<string, string>>, button: string): Promise<number>;
}

/** A signed-in editor of articles, without script. */
export function createEditorClient(origin: string, cookie: string): EditorClient {
  const headers = { Cookie: cookie, Accept: 'text/html' };

  async function send(
    { action, fields }: ReadForm,
    typed: Readonly<Record<string, string>>,
    button: string,
  ): Promise<number> {
    const form = new FormData();
    for (const [name, value] of fields) form.set(name, value);
    for (const [name, value] of Object.entries(typed)) form.set(name, value);
    form.set('do', button);
    const answer = await fetch(origin + action, { method: 'POST', headers, body: form, redirect: 'manual' });
    await answer.arrayBuffer();
    return answer.status;
  }

  return {
    send,
    save: (form, body) => send(form, { body }, 'save'),
    async open(article, button = 'save') {
      const answer = await fetch(`${origin}/edit/articles/${article}`, { headers });
      if (answer.status !== 200) throw new Error(`the form of ${article} answered ${answer.status}`);
      return readForm(await answer.text(), button);
    },
  };
}
