import type { Express } from 'express';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { readForm, type ReadForm } from '#scripts/tools/requests/read-form.ts';
import type { EditorBrowser } from './editing.ts';

/** A button of a form in the edit area, with everything that is sent when it is pressed. */
export interface EditButton extends ReadForm {
  /** Pattern of the route that takes it. */
  route: string;
  page: string;
  name: string;
  value: string;
  /** Names of the fields that take text, passwords apart. */
  texts: string[];
}

/** Patterns of every address of the edit area that takes a form of a page, and not of a script alone. */
export function listFormRoutes(app: Express): string[] {
  return [...patternsOf(app.router)]
    .filter((pattern) => pattern.startsWith('/edit') && pattern !== editPaths.render)
    .toSorted();
}

/** Reads routes as Express keeps them: its types do not name them. */
function* patternsOf(router: object): Generator<string> {
  if (!('stack' in router) || !Array.isArray(router.stack)) return;
  for (const layer of router.stack) {
    if (layer.route?.methods?.post) yield String(layer.route.path);
    else if (layer.handle) yield* patternsOf(layer.handle);
  }
}

interface EditPageButtons {
  page: string;
  text: string;
  buttons: EditButton[];
}

/** Goes through all pages of the edit area by their links, and finds the buttons of all forms, each kind of them once. */
export async function findEditButtons(app: Express, browser: EditorBrowser): Promise<EditButton[]> {
  const buttons = new Map<string, EditButton>();
  for (const button of (await findPageButtons(app, browser)).flatMap((page) => page.buttons)) {
    const kind = button.route.startsWith('/edit/:kind') ? button.action.split('/')[2] : '';
    const value = button.name === 'row' || button.name === 'go' ? '' : button.value;
    const key = [button.route, kind, button.name, value].join(' ');
    if (!buttons.has(key)) buttons.set(key, button);
  }
  return [...buttons.values()];
}

/** All pages of the edit area that are found by links, or these alone, each with all buttons of its forms. */
export async function findPageButtons(
  app: Express,
  browser: EditorBrowser,
  only?: readonly string[],
): Promise<EditPageButtons[]> {
  // Words before parameters, as the site tries them.
  const openness = (route: string) => route.split(/[:*]/).length - route.length / 1000;
  const routes = listFormRoutes(app).toSorted((a, b) => openness(a) - openness(b));
  const found: EditPageButtons[] = [];
  const pages = [...(only ?? ['/edit'])];
  for (const page of pages) {
    const { text } = await browser.get(page);
    for (const link of linksOf(text)) {
      const next = link.replaceAll('&amp;', '&');
      const isNew = only === undefined && !next.startsWith('/edit/preview/') && !pages.includes(next);
      if (isNew) pages.push(next);
    }
    found.push({ page, text, buttons: [...buttonsOf(page, text, routes)] });
  }
  return found;
}

function* buttonsOf(page: string, html: string, routes: readonly string[]): Generator<EditButton> {
  for (const [form] of html.matchAll(/<form [^>]*method="post"[^>]*>[^]*?<\/form>/g)) {
    const sent = readForm(form, '');
    const { pathname } = new URL(sent.action, `http://site${page}`);
    const route = routes.find((pattern) => isOf(pattern, pathname));
    if (route === undefined) continue;
    const texts = [...form.matchAll(/<(?:input|textarea) ([^>]*)>/g)].flatMap(([, attributes = '']) => {
      const type = / ?type="([^"]*)"/.exec(attributes)?.[1] ?? 'text';
      if (['hidden', 'checkbox', 'radio', 'password', 'file'].includes(type)) return [];
      return /(?:^| )name="([^"]*)"/.exec(attributes)?.[1] ?? [];
    });
    for (const [, attributes = ''] of [...form.matchAll(/<button ([^>]*)>/g), ...buttonsBeside(form, html)]) {
      const [name, value] = ['name', 'value'].map(
        (attribute) => new RegExp(`(?:^| )${attribute}="([^"]*)"`).exec(attributes)?.[1] ?? '',
      );
      if (name) yield { ...sent, route, page, name, value: value ?? '', texts };
    }
  }
}

/** Addresses of the edit area to which a page leads. Beside a form they are values of buttons. */
export function linksOf(html: string): string[] {
  const tags = html.match(/<(?:a|button) [^>]*>/g) ?? [];
  return tags.flatMap((tag) => {
    const attribute = tag.startsWith('<a') ? 'href' : tag.includes(' name="go"') ? 'value' : null;
    return (attribute && new RegExp(` ${attribute}="(/edit[^"#]*)"`).exec(tag)?.[1]) || [];
  });
}

/** Buttons of a form that stand elsewhere in its page. */
function buttonsBeside(form: string, html: string): Iterable<RegExpMatchArray> {
  const id = /^<form [^>]*\bid="([^"]*)"/.exec(form)?.[1];
  return id === undefined ? [] : html.matchAll(new RegExp(`<button ([^>]*\\bform="${id}"[^>]*)>`, 'g'));
}

function isOf(pattern: string, path: string): boolean {
  const [parts, names] = [path.split('/'), pattern.split('/')];
  const isOpen = names.at(-1)?.startsWith('*') ?? false;
  if (isOpen) names.pop();
  return (
    (isOpen ? parts.length > names.length : parts.length === names.length) &&
    names.every((name, index) => name.startsWith(':') || name === parts[index])
  );
}
