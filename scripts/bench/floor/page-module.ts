import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;

export interface PageModule {
  /** Declares the components. */
  source: string;
  /** The name of the one that is the page. */
  page: string;
  bootstrapModules: string[];
}

/**
 * A page's HTML as the source of plain React function components: one for each landmark and each repeated piece, as a
 * person would cut it, with everything written out, so that a render creates every element again and does nothing else.
 * Additions that React writes by itself are left out. Content for browsers without script is read as such a browser
 * reads it: as text React would find another in the page, and render all of it again.
 */
export function toPageModule(html: string): PageModule {
  const root = parse(html, { scriptingEnabled: false }).childNodes.find(isElement);
  if (root === undefined) throw new Error('the answer is not an HTML document');
  const components: string[] = [];
  const bootstrapModules = bootstrapSources(root);

  function element(node: Element): string {
    const written = node.childNodes.filter((content) => !isWrittenByReact(content, bootstrapModules));
    const children = written.flatMap(child);
    const props = node.attrs.map(
      ({ name, value }) => `${JSON.stringify(propName(name))}: ${propValue(name, value)}`,
    );
    if (node.tagName === 'script') props.push(`dangerouslySetInnerHTML: { __html: ${children[0] ?? '""'} }`);
    else if (children.length === 1) props.push(`children: ${children[0]}`);
    else if (children.length > 1) props.push(`children: [${children.join(', ')}]`);
    const create = children.length > 1 ? 'jsxs' : 'jsx';
    return `${create}(${JSON.stringify(node.tagName)}, { ${props.join(', ')} })`;
  }

  function child(node: ChildNode): string[] {
    if (node.nodeName === '#text' && 'value' in node) return [JSON.stringify(node.value)];
    // React's mark between two texts: it writes it again, because the texts stay two.
    if (!isElement(node) || isBootstrapScript(node)) return [];
    return [ownComponent.has(node.tagName) ? `jsx(${component(node)}, {})` : element(node)];
  }

  function component(node: Element): string {
    const body = element(node);
    const name = `${node.tagName[0]?.toUpperCase()}${node.tagName.slice(1)}${components.length}`;
    components.push(`function ${name}() {\n  return ${body};\n}`);
    return name;
  }

  const page = component(root);
  const imports = `import { jsx, jsxs } from 'react/jsx-runtime';`;
  return { source: [imports, ...components].join('\n\n'), page, bootstrapModules };
}

const ownComponent = new Set([
  'head',
  'body',
  'header',
  'nav',
  'main',
  'section',
  'article',
  'footer',
  'form',
  'ul',
  'li',
  'svg',
]);

function isElement(node: ChildNode): node is Element {
  return 'tagName' in node;
}

function attribute(node: Element, name: string): string | undefined {
  return node.attrs.find((attr) => attr.name === name)?.value;
}

/** Preloads of the pictures of the first view and of the bootstrap modules. */
function isWrittenByReact(node: ChildNode, bootstrapModules: readonly string[]): boolean {
  if (!isElement(node) || node.tagName !== 'link') return false;
  const rel = attribute(node, 'rel');
  const isOfPicture = rel === 'preload' && attribute(node, 'as') === 'image';
  return isOfPicture || (rel === 'modulepreload' && bootstrapModules.includes(attribute(node, 'href') ?? ''));
}

function bootstrapSources(element: Element): string[] {
  if (isBootstrapScript(element)) return [attribute(element, 'src') ?? ''];
  return element.childNodes.filter(isElement).flatMap(bootstrapSources);
}

function isBootstrapScript(node: Element): boolean {
  return (
    node.tagName === 'script' &&
    attribute(node, 'type') === 'module' &&
    attribute(node, 'async') !== undefined
  );
}

const propNames: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  tabindex: 'tabIndex',
  datetime: 'dateTime',
  srcset: 'srcSet',
  crossorigin: 'crossOrigin',
  fetchpriority: 'fetchPriority',
  autocomplete: 'autoComplete',
  'http-equiv': 'httpEquiv',
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
  'fill-rule': 'fillRule',
  'clip-rule': 'clipRule',
};

const booleanProps = new Set([
  'selected',
  'checked',
  'disabled',
  'hidden',
  'async',
  'defer',
  'required',
  'open',
]);

function propName(attributeName: string): string {
  return propNames[attributeName] ?? attributeName;
}

function propValue(attributeName: string, value: string): string {
  return booleanProps.has(attributeName) ? 'true' : JSON.stringify(value);
}
