/**
 * An address as people read it: letters and digits of any script in the place of their escapes. Everything else stays
 * escaped, such as spaces, signs that turn text around and delimiters of addresses.
 */
export function readableAddress(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      const decoded = decodeURIComponent(escapes);
      return /^[\p{L}\p{N}\p{M}]+$/u.test(decoded) ? decoded : escapes;
    } catch {
      return escapes;
    }
  });
}
