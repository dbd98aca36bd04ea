/**
 * The one spelling of an e-mail address: composed, without space around it, in lower case, though the standard would
 * let the part before the @ differ in case: no provider of today does. Null when it is none.
 */
export function normaliseEmail(text: string): string | null {
  const email = text.trim().normalize('NFKC').toLowerCase();
  if (email.length > 254 || /[\p{Cc}\p{Cs}]/u.test(email)) return null;
  return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/u.test(email) ? email : null;
}
