import { expect, test } from 'vitest';
import { normaliseEmail } from '#server/features/accounts/account-email.ts';

test('control characters mean nothing in an e-mail address', () => {
  for (const sign of ['\0', '\u0001', '\n', '\u0085']) {
    expect(normaliseEmail(`a${sign}b@example.com`)).toBe(null);
    expect(normaliseEmail(`a@exam${sign}ple.com`)).toBe(null);
  }
  expect(normaliseEmail('\ud800@example.com')).toBe(null);
});
