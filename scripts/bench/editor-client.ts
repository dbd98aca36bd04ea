import { readForm, type SentForm } from '#scripts/tools/read-form.ts';

export interface EditorClient {
  /** Opens the form of an article. */
  open(article: string): Promise<SentForm>;
  /** Sends the form with this Markdown. Resolves to the status. */
  save(form: SentForm, body: string): Promise<number>;
}

/** Somebody who is signed in and edits articles without script. */
export function createEditorClient(origin: string, cookie: string): EditorClient {
  const headers = { Cookie: cookie, Accept: 'text/html' };
  return {
    async open(article) {
      const answer = await fetch(`${origin}/edit/articles/${article}`, { headers });
      if (answer.status !== 200) throw new Error(`the form of ${article} answered ${answer.status}`);
      return readForm(await answer.text(), 'save');
    },

    async save({ action, fields }, body) {
      const form = new FormData();
      for (const [name, value] of fields) if (name !== 'body') form.set(name, value);
      form.set('body', body);
      form.set('do', 'save');
      const answer = await fetch(origin + action, {
        method: 'POST',
        headers,
        body: form,
        redirect: 'manual',
      });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}
