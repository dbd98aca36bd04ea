/**
 * JSON that may stand inside `<script type="application/json">`: no `<`, so no end tag or comment can begin.
 * `JSON.parse` of the element's text gives the value back.
 */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}
