import { parse, type AnyNode } from 'acorn';
import { expressionFeatures } from './expression-features.ts';
import { readableVersions } from '#scripts/build/browser-versions.ts';
import { findFeature, findLacking, hasFeature, oldestOf, type FeatureKey } from './compat-data.ts';
import { styleFeatures } from './style-features.ts';
import { syntaxFeatures } from './syntax-features.ts';

export interface ScriptFeatures {
  /** Syntax that a browser must be able to parse: statements and regular expressions. */
  syntax: Set<FeatureKey>;
  /** Interfaces, functions, properties and events that are asked for at run time. */
  calls: Set<FeatureKey>;
}

/** Features that a script uses. A property of an unknown object counts as the oldest of those with its name. */
export function scriptFeatures(code: string): ScriptFeatures {
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  const features: ScriptFeatures = { syntax: new Set(), calls: new Set() };
  const declared = new Set<string>();
  walk(program, (node) => {
    for (const name of declaredNames(node)) declared.add(name);
  });
  walk(program, (node, parent) => {
    for (const key of syntaxFeatures(node, parent)) features.syntax.add(key);
    for (const key of literalFeatures(node)) features.syntax.add(key);
    for (const key of calledFeatures(node, parent, declared)) features.calls.add(key);
  });
  return features;
}

function walk(
  node: AnyNode,
  visit: (node: AnyNode, parent: AnyNode | null) => void,
  parent: AnyNode | null = null,
) {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) if (isNode(child)) walk(child, visit, node);
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Names in any scope of the script: none of them is taken for the browser's. */
function declaredNames(node: AnyNode): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return patternNames(node.id);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...(node.id ? [node.id.name] : []), ...node.params.flatMap(patternNames)];
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.id ? [node.id.name] : [];
    case 'CatchClause':
      return node.param ? patternNames(node.param) : [];
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return [node.local.name];
    default:
      return [];
  }
}

function patternNames(pattern: AnyNode): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        patternNames(property.type === 'Property' ? property.value : property.argument),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? patternNames(element) : []));
    case 'AssignmentPattern':
      return patternNames(pattern.left);
    case 'RestElement':
      return patternNames(pattern.argument);
    default:
      return [];
  }
}

/** Features of regular expressions, as literals and as texts. */
function literalFeatures(node: AnyNode): FeatureKey[] {
  if (node.type === 'Literal' && node.regex) return expressionFeatures(node.regex.pattern, node.regex.flags);
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return [];
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return [];
  const [pattern, flags] = node.arguments.map(textOf);
  return pattern === undefined ? [] : expressionFeatures(pattern, flags ?? '');
}

function textOf(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral')
    return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('x');
  return undefined;
}

/** Features that the browser must offer when this is run. */
function calledFeatures(node: AnyNode, parent: AnyNode | null, declared: ReadonlySet<string>): FeatureKey[] {
  switch (node.type) {
    case 'Identifier':
      return isReference(node, parent) && !declared.has(node.name) ? globalFeatures(node.name) : [];
    case 'MemberExpression': {
      const name = node.computed ? textOf(node.property) : nameOf(node.property);
      const owner = nameOf(node.object);
      return name === undefined ? [] : memberFeatures(owner && !declared.has(owner) ? owner : null, name);
    }
    case 'ObjectPattern':
      return node.properties.flatMap((property) => {
        const name = property.type === 'Property' ? nameOf(property.key) : undefined;
        return name === undefined ? [] : memberFeatures(null, name);
      });
    case 'CallExpression':
      return callFeatures(node.callee, textOf(node.arguments[0]));
    case 'NewExpression':
      return parameterFeatures(nameOf(node.callee), node.arguments.length);
    default:
      return [];
  }
}

function nameOf(node: AnyNode): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined;
}

function isReference(node: AnyNode, parent: AnyNode | null): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed;
    case 'Property':
      return parent.value === node || parent.computed;
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.value === node || parent.computed;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'ImportSpecifier':
    case 'ExportSpecifier':
      return false;
    default:
      return true;
  }
}

const windows = ['window', 'self', 'globalThis', 'top', 'parent'];

function globalFeatures(name: string): FeatureKey[] {
  return [`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`].filter(hasFeature).slice(0, 1);
}

function memberFeatures(owner: string | null, name: string): FeatureKey[] {
  if (owner !== null && windows.includes(owner)) return globalFeatures(name);
  if (owner !== null) {
    const own = [`javascript.builtins.${owner}.${name}`, `api.${owner}.${name}_static`].filter(hasFeature);
    if (own.length > 0) return own;
  }
  return members.get(name) ?? [];
}

/** Events that are listened to, and selectors that are looked for. */
function callFeatures(callee: AnyNode, text: string | undefined): FeatureKey[] {
  const name = callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee);
  if (name === undefined || text === undefined) return [];
  if (name === 'addEventListener') return members.get(`${text}_event`) ?? [];
  return ['querySelector', 'querySelectorAll', 'closest', 'matches'].includes(name) && text !== ''
    ? [...styleFeatures(`${text}{}`)]
    : [];
}

/** Parameters that came later than what takes them. */
function parameterFeatures(name: string | undefined, count: number): FeatureKey[] {
  return name === 'FormData' && count > 1 ? ['api.FormData.FormData.submitter'] : [];
}

/**
 * Name of a property, or of an event with `_event` behind it → the oldest feature with that name. Of interfaces that all
 * readers of scripts have: to others a script comes by what is newer itself.
 */
const members = indexMembers();

function indexMembers(): Map<string, FeatureKey[]> {
  const index = new Map<string, FeatureKey[]>();
  const owners = ['api', 'javascript.builtins', 'javascript.builtins.Intl'].flatMap((root) =>
    Object.keys(findFeature(root) ?? {}).map((name) => `${root}.${name}`),
  );
  for (const owner of owners) {
    if (!hasFeature(owner) || findLacking(owner, readableVersions).length > 0) continue;
    for (const name of Object.keys(findFeature(owner) ?? {})) {
      const key = `${owner}.${name}`;
      if (name !== '__compat' && !name.endsWith('_static') && hasFeature(key))
        index.set(name, [...(index.get(name) ?? []), key]);
    }
  }
  return new Map([...index].map(([name, keys]) => [name, [oldestOf(keys) ?? []].flat()]));
}
