import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { hasFeature, type FeatureKey } from './compat-data.ts';

/** Features that a page uses: elements, attributes, and values of attributes that came later than these. */
export function htmlFeatures(html: string): Set<FeatureKey> {
  const features = new Set<FeatureKey>();
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) for (const key of elementFeatures(node)) features.add(key);
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return features;
}

function elementFeatures({ tagName, namespaceURI, attrs }: DefaultTreeAdapterTypes.Element): FeatureKey[] {
  const language = namespaceURI.endsWith('/svg') ? 'svg' : 'html';
  const element = `${language}.elements.${tagName}`;
  const attributes = attrs.flatMap(({ name, value }) => {
    const own = `${element}.${name}`;
    const [key] = [own, `${language}.global_attributes.${name}`].filter(hasFeature);
    const values = value
      .split(/\s+/)
      .flatMap((word) => [`${own}.${word}`, `${own}_${word}`, `${key}.${word}`]);
    return [...(key === undefined ? [] : [key]), ...values.filter(hasFeature)];
  });
  return [element, ...attributes];
}

/** Scripts that stand in a page itself. */
export function inlineScripts(html: string): string[] {
  const scripts: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node && node.tagName === 'script') {
      const type = node.attrs.find(({ name }) => name === 'type')?.value ?? '';
      const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
      if (!/json|rules/.test(type) && text !== '') scripts.push(text);
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return scripts;
}
