import { generate, parse, walk, type CssNode, type Declaration, type WalkContext } from 'css-tree';
import { findFeature, hasFeature, oldestOf, type FeatureKey } from './compat-data.ts';

/** Features that a style sheet uses: at-rules, media features, selectors, properties, their values, functions, units. */
export function styleFeatures(css: string): Set<FeatureKey> {
  const features = new Set<FeatureKey>();
  visitFeatures(css, (_node, keys) => {
    for (const key of keys) features.add(key);
  });
  return features;
}

/** The style sheet as a browser reads it that knows none of these features. */
export function withoutFeatures(css: string, missing: ReadonlySet<FeatureKey>): string {
  const tree = visitFeatures(css, (node, keys, declaration) => {
    if (!keys.some((key) => missing.has(key))) return;
    if (node.type === 'Operator' && declaration) declaration.property = `x-${declaration.property}`;
    else if ('property' in node) node.property = `x-${node.property}`;
    else if ('name' in node) node.name = `x-${node.name}`;
    else throw new Error(`No name to take from ${node.type}`);
  });
  return generate(tree);
}

type Visit = (node: CssNode, keys: FeatureKey[], declaration: Declaration | null) => void;

function visitFeatures(css: string, visit: Visit): CssNode {
  const tree = parse(css, {
    parseCustomProperty: true,
    onParseError({ message, offset }) {
      throw new Error(`${message}: ${css.slice(offset - 40, offset + 40)}`);
    },
  });
  walk(tree, {
    // A name is changed when what it holds has been seen.
    leave(this: WalkContext, node: CssNode) {
      const { declaration } = this;
      const rule = this.atrule?.name;
      const keys =
        node.type === 'Declaration'
          ? propertyFeatures(node.property, rule)
          : featuresOf(node, declaration?.property, rule);
      visit(node, keys, declaration);
    },
  });
  return tree;
}

const descriptors = ['font-face', 'property', 'page', 'counter-style'];

function propertyFeatures(property: string, rule = ''): FeatureKey[] {
  if (property.startsWith('--')) return ['css.properties.custom-property'];
  if (descriptors.includes(rule) && hasFeature(`css.at-rules.${rule}.${property}`))
    return [`css.at-rules.${rule}.${property}`];
  return [`css.properties.${property}`];
}

function featuresOf(node: CssNode, property = '', rule = ''): FeatureKey[] {
  switch (node.type) {
    case 'Atrule':
      return [`css.at-rules.${node.name}`];
    case 'Feature':
      return mediaFeatures(rule, node.name.replace(/^(?:min|max)-/, ''), node.value);
    case 'FeatureRange':
      return rule === 'media' ? ['css.at-rules.media.range_syntax'] : [];
    case 'FeatureFunction':
      return [`css.at-rules.supports.${node.feature}`];
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return [`css.selectors.${node.name}`, ...selectorListFeatures(node)];
    case 'NestingSelector':
      return ['css.selectors.nesting'];
    case 'Nth':
      return node.selector ? ['css.selectors.nth-child.of_syntax'] : [];
    case 'Function':
      return functionFeatures(node.name, node.children.size, property);
    case 'Identifier':
      return valueFeatures(node.name, property);
    case 'Dimension':
      return unitFeatures(node.unit.toLowerCase());
    case 'Hash':
      return property && (node.value.length === 4 || node.value.length === 8)
        ? ['css.types.color.rgb_hexadecimal_notation.alpha_hexadecimal_notation']
        : [];
    case 'Operator':
      return property === 'content' && node.value === '/' ? ['css.properties.content.alt_text'] : [];
    default:
      return [];
  }
}

function mediaFeatures(rule: string, name: string, value: CssNode | null): FeatureKey[] {
  if (rule !== 'media') return [];
  const key = `css.at-rules.media.${name}`;
  return [key, ...(value?.type === 'Identifier' ? [`${key}.${value.name}`].filter(hasFeature) : [])];
}

function selectorListFeatures(
  node: Extract<CssNode, { type: 'PseudoClassSelector' | 'PseudoElementSelector' }>,
) {
  const list = node.children?.first;
  return node.name === 'not' && list?.type === 'SelectorList' && list.children.size > 1
    ? ['css.selectors.not.selector_list']
    : [];
}

function functionFeatures(name: string, parts: number, property: string): FeatureKey[] {
  // A font's own descriptor: no type of values.
  if (property === 'src') return [];
  if (name === 'attr' && parts > 1) return ['css.types.attr.type_function'];
  if (hasFeature(`css.properties.${property}.${name}`)) return [`css.properties.${property}.${name}`];
  // The property alone where the type has no name of its own, such as repeat() of a grid.
  return [oldestOf(types.get(name) ?? []) ?? `css.types.${name}`];
}

/** A keyword that came later than its property. A custom property may hold one for any. */
function valueFeatures(name: string, property: string): FeatureKey[] {
  return [`css.properties.${property}.${name}`, `css.types.global_keywords.${name}`]
    .filter(hasFeature)
    .slice(0, 1);
}

function unitFeatures(unit: string): FeatureKey[] {
  const group =
    /^[dsl]v(?:[hwib]|min|max)$/.test(unit) && unit.length > 2 ? viewports[unit.charAt(0)] : undefined;
  return [`css.types.length.${group ?? unit}`].filter(hasFeature);
}

const viewports: Record<string, string> = {
  d: 'viewport_percentage_units_dynamic',
  s: 'viewport_percentage_units_small',
  l: 'viewport_percentage_units_large',
};

/** Name of a function → its places among the types of values, and among the properties that alone know it. */
const types = new Map<string, FeatureKey[]>();

function index(prefix: string, depth: number): void {
  for (const name of Object.keys(findFeature(prefix) ?? {})) {
    if (name === '__compat') continue;
    const key = `${prefix}.${name}`;
    if (hasFeature(key)) types.set(name, [...(types.get(name) ?? []), key]);
    if (depth > 1) index(key, depth - 1);
  }
}

index('css.types', 3);
