import type { HtmlFieldName } from '#shared/route-payloads.ts';
import { trustedHtml } from '../browser/trusted-html.ts';

interface ProseProps {
  /** HTML of our own Markdown renderer: sanitised when the content was imported. */
  html: string;
  /** Where it is one of `htmlFields` (shared/route-payloads.ts): the page's data goes without it, and the browser takes it from here. */
  name?: HtmlFieldName;
}

export function Prose({ html, name }: ProseProps) {
  return <div className="prose" data-html={name} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />;
}
