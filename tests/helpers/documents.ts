import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Document {
  /** Relative to the root. */
  file: string;
  text: string;
}

/** The folders of the project: a path in backquotes that begins with one of them is meant to be there. */
const folders = [
  ...['client', 'docs', 'public', 'scripts', 'server', 'shared', 'tests', 'tools'],
  ...[String.raw`\.ci`, String.raw`\.readme`],
].join('|');

/** Every document that is the project's own. Markdown of the sample content is content. */
export function readDocuments(): Document[] {
  const files = globSync('**/*.md', {
    exclude: (name) => /^(?:node_modules|dist|data|sample-content)$/.test(path.basename(name)),
  });
  return files.sort().map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

/** Links to files and headings that are not there. */
export function findDeadLinks({ file, text }: Document): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.filter((target) => {
    if (/^(?:https?|mailto):/.test(target)) return false;
    const [address = '', anchor] = target.split('#');
    const linked = address === '' ? file : path.join(path.dirname(file), address);
    if (linked !== file && !existsSync(linked)) return true;
    if (anchor === undefined) return false;
    const linkedText = linked === file ? text : readFileSync(linked, 'utf8');
    return !findAnchors(linkedText).has(decodeURIComponent(anchor));
  });
}

/** Paths that are not there, and names of sources that no folder has. */
export function findLostPaths({ text }: Document, sourceNames: ReadonlySet<string>): string[] {
  const paths = [...text.matchAll(new RegExp(String.raw`\`((?:${folders})/[\w./-]*)\``, 'g'))];
  const names = [...text.matchAll(/`([\w-]+(?:\.test)?\.(?:tsx?|css))`/g)];
  return [
    ...paths.map(([, named = '']) => named).filter((named) => !existsSync(named)),
    ...names.map(([, named = '']) => named).filter((named) => !sourceNames.has(named)),
  ];
}

/** Names of all sources, for texts that name one without its folder. */
export function readSourceNames(): ReadonlySet<string> {
  const sources = globSync(['*.ts', '{client,scripts,server,shared,tests,tools}/**/*.{ts,tsx,css}']);
  return new Set(sources.map((file) => path.basename(file)));
}

export function findUnknownScripts({ text }: Document, scripts: Readonly<Record<string, string>>): string[] {
  return [...text.matchAll(/\bnpm run ([a-z][a-z:]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(scripts, name));
}

/** Rows of the tables whose first column is a variable. */
export function readVariables({ text }: Document): { name: string; fallback: string }[] {
  return [...text.matchAll(/^\| `([A-Z][A-Z_]+)` +\| (.+?) +\|/gm)].map(([, name = '', fallback = '']) => ({
    name,
    fallback: fallback.replaceAll('`', ''),
  }));
}

/** All that look like variables, in tables and sentences. */
export function findNamedVariables({ text }: Document): string[] {
  return [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
}

/** Anchors that code hosts make of headings. */
function findAnchors(text: string): ReadonlySet<string> {
  const headings = withoutBlocks(text).matchAll(/^#+ +(.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)));
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replace(/`[^`\n]*`/g, '');
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[^]*?^```/gm, '');
}
