import { trustedHtml } from '../browser/trusted-html.ts';

interface ProseProps {
  /** Of our own Markdown renderer: sanitised when the content was imported. */
  html: string;
  /** The name under which the page's data has it: there it is left out, and taken from here (shared/page-data.ts). */
  name: string;
}

export function Prose({ html, name }: ProseProps) {
  return <div className="prose" data-html={name} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />;
}
