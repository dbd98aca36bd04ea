import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';

export type Thing = Record<string, unknown>;

/** Things that a page describes to search engines. */
export function thingsOf(html: string): Thing[] {
  const [, json] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return json === undefined ? [] : JSON.parse(json)['@graph'];
}

/** Mistakes that a validator of search engines finds in them. */
export async function errorsIn(html: string): Promise<string[]> {
  const extracted = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(
    html,
  );
  const issues = await new Validator().validate(extracted);
  return [
    ...issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage),
    ...extracted.errors.map(({ message }) => message),
  ];
}

/** Elements of a page for other sites, by their names. */
export function metaOf(html: string): Record<string, string> {
  const elements = html.matchAll(/<meta property="([^"]+)" content="([^"]*)"\/>/g);
  return Object.fromEntries(Array.from(elements, ([, name = '', content = '']) => [name, content]));
}
