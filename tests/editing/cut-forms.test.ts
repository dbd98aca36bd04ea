import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import request from 'supertest';
import { expect, test } from 'vitest';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { openEditSite } from '../helpers/editing.ts';
import { howMany } from '../helpers/how-many.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記', tags: ['茶園', '製茶'] }, '內文。'.repeat(200)),
  'site.yaml': 'name: 測試誌\n',
};

const pages = ['/edit/articles/spring', '/edit/site', '/edit/redirects', '/edit/articles/spring/rename'];

test('a form that is sent before its page has come whole stores nothing', async () => {
  const { app, services, signIn } = await openEditSite('sqlite', files);
  const editor = await signIn('admin');
  const stored = async () => {
    const tables = ['articles', 'entries', 'drafts', 'redirects', 'site', 'revisions'] as const;
    const rows = tables.map((table) => services.db.read.selectFrom(table).selectAll().execute());
    return JSON.stringify(await Promise.all(rows));
  };
  const before = await stored();
  const random = randomNumbers(20_261_127);
  let sent = 0;
  for (const page of pages) {
    const html = Buffer.from((await editor.get(page)).text);
    for (let n = 0; n < howMany({ usually: 15, whole: 600 }); n += 1) {
      const cut = html.subarray(0, random(html.length)).toString();
      const form = isWithinForm(cut) ? formOf(parse(cut)) : null;
      if (form === null) continue;
      sent += 1;
      const fields = new Map(form.fields);
      if (form.typed !== undefined) fields.set(form.typed, '剛打的字');
      let post = request(app).post(form.action).set({ Cookie: editor.cookie, Accept: 'text/html' });
      for (const [name, value] of fields) post = post.field(name, value);
      const { status, text } = await post.field('do', 'save');
      expect.soft(status, page).toBe(422);
      if (form.typed !== undefined) expect.soft(text, page).toContain('剛打的字');
      expect.soft(text, page).toContain('表單沒有完整載入');
    }
  }
  expect(sent).toBeGreaterThan(20);
  expect(await stored()).toBe(before);
});

/** Whether a page ends between the beginning of a form that is posted and its last field. */
function isWithinForm(page: string): boolean {
  const form = page.slice(page.lastIndexOf('<form '));
  return form.includes('method="post"') && !form.includes('</form>') && !form.includes('value="yes"/>');
}

interface CutForm {
  action: string;
  fields: [name: string, value: string][];
  /** Name of the first field that takes text. */
  typed: string | undefined;
}

/** The last form that changes something, as a browser would send it; null where the page has none yet. */
function formOf(document: Node): CutForm | null {
  const form = elementsOf(document).findLast(
    (element) => element.tagName === 'form' && attributeOf(element, 'method') === 'post',
  );
  if (form === undefined) return null;
  const fields = elementsOf(form).flatMap((element): [string, string][] => {
    const name = attributeOf(element, 'name');
    if (name === undefined || name === 'do') return [];
    if (element.tagName === 'input') return [[name, attributeOf(element, 'value') ?? '']];
    return element.tagName === 'textarea' ? [[name, textOf(element)]] : [];
  });
  const typed = elementsOf(form).find(
    (element) =>
      element.tagName === 'textarea' ||
      (element.tagName === 'input' && (attributeOf(element, 'type') ?? 'text') === 'text'),
  );
  return { action: attributeOf(form, 'action') ?? '', fields, typed: typed && attributeOf(typed, 'name') };
}

function elementsOf(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : [];
  return 'tagName' in node ? [node, ...children] : children;
}

function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

function textOf(element: Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}
