/**
 * The one spelling of an e-mail address: composed, without space around it, in lower case, though the standard would
 * let the part before the @ differ in case: no provider of today does. Null when it is none.
 */
export function normaliseEmail(text: string): string | null {
  // Composing combining marks costs the square of their number.
  if (text.length > 4 * maxLength) return null;
  const email = text.trim().normalize('NFKC').toLowerCase();
  if (email.length > maxLength || /[\p{Cc}\p{Cs}]/u.test(email)) return null;
  return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/u.test(email) ? email : null;
}

const maxLength = 254;
