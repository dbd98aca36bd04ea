import hljs from 'highlight.js/lib/core';
import type { LanguageFn } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import nginx from 'highlight.js/lib/languages/nginx';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { WrittenElements } from '../html/html-elements.ts';

const languages: Readonly<Record<string, LanguageFn>> = {
  bash,
  css,
  diff,
  dockerfile,
  go,
  http,
  ini,
  java,
  javascript,
  json,
  markdown,
  nginx,
  php,
  python,
  ruby,
  rust,
  shell,
  sql,
  typescript,
  xml,
  yaml,
};

/** Elements of highlighted code, for the gate in moved-html.ts. */
export const writtenByHighlighting: WrittenElements = { span: ['class'] };

/** Long lines and many of them are slow: for some languages the time grows with the square of either. */
const maxCharacters = 8_000;
const maxLineCharacters = 500;

let isReady = false;

/**
 * Returns code as HTML whose spans have classes, in the colours of client/styles/prose-blocks.css. Null: it is shown
 * plain, because its language is unknown, or it is long. Languages are not guessed.
 */
export function highlightCode(code: string, language: string): string | null {
  if (!isReady) for (const [name, define] of Object.entries(languages)) hljs.registerLanguage(name, define);
  isReady = true;
  const isLong =
    code.length > maxCharacters || code.split('\n').some((line) => line.length > maxLineCharacters);
  if (isLong || hljs.getLanguage(language) === undefined) return null;
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  // The only entity that the renderer itself does not write.
  return value.replaceAll('&#x27;', "'");
}
