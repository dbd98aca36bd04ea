interface PlaceOfHtml {
  /** Origin of the site, without a trailing slash. */
  origin: string;
  /** Address of the page that the text stands on. */
  page: string;
}

/**
 * Makes the HTML of a page's text fit for other programs: every address absolute, each picture one `img` of one file.
 * The renderer escapes quotes in text, so these patterns match its own elements only.
 */
export function feedHtml(html: string, { origin, page }: PlaceOfHtml): string {
  return (
    html
      .replace(/<source [^>]*>|<\/?picture>/g, '')
      // For a picture that is not in the store, its words remain.
      .replace(/<img src="" alt="([^"]*)">/g, '$1')
      .replace(/ (?:srcset|sizes|loading|decoding)="[^"]*"/g, '')
      .replace(/ (href|src|poster)="(?=([/#]))/g, (_, name: string, first: string) =>
        first === '#' ? ` ${name}="${page}` : ` ${name}="${origin}`,
      )
  );
}
