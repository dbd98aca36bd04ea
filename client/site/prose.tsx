import type { HtmlFieldName } from '#shared/payload/route-payloads.ts';
import { trustedHtml } from '../browser/page/trusted-html.ts';

interface ProseProps {
  /** HTML of our own Markdown renderer: sanitised when the content was imported. */
  html: string;
  /**
   * Name of the field if it is one of `htmlFields` (shared/payload/route-payloads.ts): the page's data leaves it out, and the
   * browser takes it from here.
   */
  name?: HtmlFieldName;
}

/** Apart from ids within texts, which begin with `s-` or `fn`. */
export const textElementId = 'text';

export function Prose({ html, name }: ProseProps) {
  return (
    <div
      id={name && textElementId}
      className="prose"
      data-html={name}
      dangerouslySetInnerHTML={{ __html: trustedHtml(html) }}
    />
  );
}
