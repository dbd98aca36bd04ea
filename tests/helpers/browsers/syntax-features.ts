import type { AnyNode } from 'acorn';
import type { FeatureKey } from './compat-data.ts';

/** Syntax of ES2018 and later that a node is. What is older can be read by every browser with modules. */
export function syntaxFeatures(node: AnyNode, parent: AnyNode | null): FeatureKey[] {
  return namesOf(node, parent).map((name) => `javascript.${name}`);
}

function namesOf(node: AnyNode, parent: AnyNode | null): string[] {
  switch (node.type) {
    case 'ChainExpression':
      return ['operators.optional_chaining'];
    case 'LogicalExpression':
      return node.operator === '??' ? ['operators.nullish_coalescing'] : [];
    case 'AssignmentExpression':
      return assignments[node.operator] ? [`operators.${assignments[node.operator]}`] : [];
    case 'PropertyDefinition':
      return [
        node.key.type === 'PrivateIdentifier'
          ? 'classes.private_class_fields'
          : 'classes.public_class_fields',
      ];
    case 'MethodDefinition':
      return node.key.type === 'PrivateIdentifier' ? ['classes.private_class_methods'] : [];
    case 'StaticBlock':
      return ['classes.static.initialization_blocks'];
    case 'BinaryExpression':
      return node.left.type === 'PrivateIdentifier' ? ['classes.private_class_fields_in'] : [];
    case 'SpreadElement':
      return parent?.type === 'ObjectExpression' ? ['operators.spread.spread_in_object_literals'] : [];
    case 'RestElement':
      return parent?.type === 'ObjectPattern' ? ['operators.destructuring.rest_in_objects'] : [];
    case 'CatchClause':
      return node.param ? [] : ['statements.try_catch.optional_catch_binding'];
    case 'ForOfStatement':
      return node.await ? ['statements.for_await_of'] : [];
    case 'VariableDeclaration':
      return node.kind === 'using'
        ? ['statements.using']
        : node.kind === 'await using'
          ? ['statements.await_using']
          : [];
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return node.async && node.generator ? ['statements.async_generator_function'] : [];
    case 'ExportAllDeclaration':
      return node.exported ? ['statements.export.namespace'] : [];
    case 'ImportDeclaration':
      return node.attributes.length > 0 ? ['statements.import.import_attributes'] : [];
    case 'ImportExpression':
      return ['operators.import'];
    case 'MetaProperty':
      return [node.meta.name === 'import' ? 'operators.import_meta' : 'operators.new_target'];
    case 'Literal':
      if (node.bigint !== undefined) return ['builtins.BigInt'];
      return typeof node.value === 'number' && node.raw?.includes('_') ? ['grammar.numeric_separators'] : [];
    default:
      return [];
  }
}

const assignments: Record<string, string> = {
  '??=': 'nullish_coalescing_assignment',
  '||=': 'logical_or_assignment',
  '&&=': 'logical_and_assignment',
};
