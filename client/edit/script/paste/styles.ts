import type { Element } from 'hast';

/** Value of a property in the style of an element, in small letters; empty where it has none. */
export function styleOf({ properties }: Element, name: string): string {
  const style = String(properties['style'] ?? '');
  const pattern = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]*)`, 'i');
  return (pattern.exec(style)?.[1] ?? '').trim().toLowerCase();
}

export function hasClass({ properties }: Element, pattern: RegExp): boolean {
  const { className } = properties;
  return Array.isArray(className) && className.some((name) => pattern.test(String(name)));
}

export function anElement(tagName: string, children: Element['children'], properties = {}): Element {
  return { type: 'element', tagName, properties, children };
}
