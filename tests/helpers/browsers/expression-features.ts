import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import type { FeatureKey } from './compat-data.ts';

/** Features of a regular expression. */
export function expressionFeatures(pattern: string, flags: string): FeatureKey[] {
  const features = [...flags].map((flag) => `${builtin}.${flagNames[flag] ?? `flag ${flag}`}`);
  const root = 'javascript.regular_expressions';
  const names = new Set<string>();
  const expression = new RegExpParser().parsePattern(pattern, 0, pattern.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  visitRegExpAST(expression, {
    onAssertionEnter(assertion) {
      if (assertion.kind === 'lookbehind') features.push(`${root}.lookbehind_assertion`);
    },
    onCapturingGroupEnter({ name }) {
      if (name === null) return;
      features.push(`${root}.named_capturing_group`);
      if (names.has(name)) features.push(`${root}.named_capturing_group.duplicate_named_capturing_groups`);
      names.add(name);
    },
    onCharacterSetEnter({ kind }) {
      if (kind === 'property') features.push(`${root}.unicode_character_class_escape`);
    },
    onModifiersEnter() {
      features.push(`${root}.modifier`);
    },
  });
  return features;
}

const builtin = 'javascript.builtins.RegExp';

const flagNames: Record<string, string> = {
  d: 'hasIndices',
  g: 'global',
  i: 'ignoreCase',
  m: 'multiline',
  s: 'dotAll',
  u: 'unicode',
  v: 'unicodeSets',
  y: 'sticky',
};
