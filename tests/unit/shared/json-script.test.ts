import { expect, test } from 'vitest';
import { toScriptJson } from '#shared/payload/json-script.ts';

test('data in a script element survives and cannot end it', () => {
  const value = { text: '</script><!-- \u2028\u2029 <script>' };
  const json = toScriptJson(value);
  expect(json).not.toMatch(/[<\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(value);
});
