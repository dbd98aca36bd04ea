/** Content's links are checked when it is imported: a path of this site begins with a slash, all else leaves it. */
export function isOutside(url: string): boolean {
  return !url.startsWith('/');
}

export function outsideRel(url: string): string | undefined {
  return isOutside(url) ? 'noopener noreferrer' : undefined;
}
