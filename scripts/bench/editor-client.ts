/** A form of the edit area as a browser would send it: where to, and what stands in its fields. */
interface OpenForm {
  action: string;
  fields: [name: string, value: string][];
}

export interface EditorClient {
  /** Opens the form of an article. */
  open(article: string): Promise<OpenForm>;
  /** Sends the form with this Markdown. Resolves to the status. */
  save(form: OpenForm, body: string): Promise<number>;
}

/** Somebody who is signed in and edits articles without script. */
export function createEditorClient(origin: string, cookie: string): EditorClient {
  const headers = { Cookie: cookie, Accept: 'text/html' };
  return {
    async open(article) {
      const answer = await fetch(`${origin}/edit/articles/${article}`, { headers });
      if (answer.status !== 200) throw new Error(`the form of ${article} answered ${answer.status}`);
      return readForm(await answer.text());
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

function readForm(html: string): OpenForm {
  const form = /<form [^>]*enctype="multipart\/form-data"[^>]*>[\s\S]*?<\/form>/i.exec(html)?.[0] ?? '';
  const action = decode(/ action="([^"]*)"/.exec(form)?.[1] ?? '');
  const fields: OpenForm['fields'] = [];
  for (const [tag, name = ''] of form.matchAll(/<input [^>]*name="([^"]*)"[^>]*>/g))
    fields.push([name, decode(/ value="([^"]*)"/.exec(tag)?.[1] ?? '')]);
  for (const [, name = '', text = ''] of form.matchAll(
    /<textarea [^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g,
  ))
    fields.push([name, decode(text)]);
  for (const [, name = '', options = ''] of form.matchAll(
    /<select [^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  ))
    fields.push([name, decode(/<option value="([^"]*)" selected/.exec(options)?.[1] ?? '')]);
  return { action, fields };
}

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
