/** Characters that XML 1.0 cannot express, not even escaped: controls, halves of surrogate pairs, U+FFFE, U+FFFF. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes any text for an element or an attribute. */
export function xmlText(text: string): string {
  return text
    .replace(forbidden, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Writes an element without children; attributes that are null or undefined are left out. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | null | undefined>>,
  text?: string,
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value != null)
    .map(([attribute, value]) => ` ${attribute}="${xmlText(value ?? '')}"`)
    .join('');
  return text === undefined ? `<${name}${written}/>` : `<${name}${written}>${xmlText(text)}</${name}>`;
}
