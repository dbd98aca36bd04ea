/**
 * Returns the problem of an id; null when it is fine. An id is a file's name without `.md`, in NFC: any script, no
 * white space at the ends, no signs with a meaning in an address or a path. `_` at the start is kept for the site's own
 * addresses. U+FFFD stands for bytes that are not UTF-8, as in names from an archive that was packed in Big5.
 */
export function findIdProblem(id: string): string | null {
  if (id === '') return 'the name is empty';
  if ([...id].length > 100) return `the name has ${[...id].length} characters`;
  if (id.startsWith('_') || id.startsWith('.')) return `the name begins with ${id[0]}`;
  if (id !== id.trim()) return 'the name begins or ends with white space';
  const bad = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\uFFFD/\\?#%"<>|*:]/u.exec(id);
  return bad ? `the name contains ${nameOf(bad[0])}` : null;
}

/** Names a sign that cannot be seen by its number. */
function nameOf(sign: string): string {
  const number = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /[\p{C}\p{Z}]/u.test(sign) ? `U+${number}, which cannot be seen` : JSON.stringify(sign);
}

export const rightId =
  'use up to 100 letters, digits, Chinese characters, - and _, such as spring-tea.md or 春茶.md';
