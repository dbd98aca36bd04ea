export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Types as a visitor does: React's own setter, on a field that it controls, would hide the change from React. */
export function typeText(field: TextField, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
