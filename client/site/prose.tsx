/** HTML of our own Markdown renderer: sanitised when the content was imported. */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
