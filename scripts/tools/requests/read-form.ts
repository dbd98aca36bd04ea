/** A form as a browser would send it untouched: its address and the values of its fields. */
export interface ReadForm {
  action: string;
  fields: [name: string, value: string][];
}

/** Finds the form with that button in a page, else the first one that is posted. */
export function readForm(html: string, button: string): ReadForm {
  const forms = [...html.matchAll(/<form [^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form);
  // A button can stand beside the form that it names.
  const outer = [...html.matchAll(/<button [^>]*>/g)].find(
    ([tag]) => tag.includes(' form="') && tag.includes(`value="${button}"`),
  );
  const named = outer && / form="[^"]*"/.exec(` ${outer[0]}`)?.[0].replace(' form=', ' id=');
  const form =
    forms.find((text) => text.includes(`value="${button}"`)) ??
    forms.find((text) => named !== undefined && text.slice(0, text.indexOf('>')).includes(named)) ??
    forms[0] ??
    '';
  const action = decoded(/ action="([^"]*)"/.exec(form)?.[1] ?? '');
  const fields: [string, string][] = [];
  const id = / id="([^"]*)"/.exec(form.slice(0, form.indexOf('>')))?.[1];
  const beside =
    id === undefined ? [] : html.matchAll(new RegExp(`<input ([^>]*\\bform="${id}"[^>]*)>`, 'g'));
  for (const [, attributes = ''] of [...form.matchAll(/<input ([^>]*)>/g), ...beside]) {
    const name = attributeOf(attributes, 'name');
    if (/type="(?:radio|checkbox)"/.test(attributes) && !/ checked=/.test(attributes)) continue;
    if (name !== null) fields.push([name, attributeOf(attributes, 'value') ?? '']);
  }
  for (const [, attributes = '', text = ''] of form.matchAll(/<textarea ([^>]*)>([\s\S]*?)<\/textarea>/g)) {
    const name = attributeOf(attributes, 'name');
    // A browser leaves out the line feed with which a text area begins.
    if (name !== null) fields.push([name, decoded(text.replace(/^\n/, ''))]);
  }
  for (const [, attributes = '', options = ''] of form.matchAll(/<select ([^>]*)>([\s\S]*?)<\/select>/g)) {
    const name = attributeOf(attributes, 'name');
    const chosen =
      /<option value="([^"]*)" selected/.exec(options) ?? /<option selected="" value="([^"]*)"/.exec(options);
    const first = /<option value="([^"]*)"/.exec(options);
    if (name !== null) fields.push([name, decoded((chosen ?? first)?.[1] ?? '')]);
  }
  return { action, fields };
}

function attributeOf(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes);
  return match ? decoded(match[1] ?? '') : null;
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
