import { renderToStaticMarkup } from 'react-dom/server';
import { createElement, type ReactNode } from 'react';
import { editForms, siteForm } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { toScriptJson } from '#shared/payload/json-script.ts';
import { withLabels } from '#shared/locale/stored-html.ts';
import { splitWords } from '#shared/locale/words.ts';
import { tagOfSegment, tagSegment } from '#shared/address/tag-segment.ts';
import { EditContext } from '#client/edit/edit-context.ts';
import { EntryForm } from '#client/edit/form/entry-form.tsx';
import { KeptTextPage } from '#client/edit/pages/entry/kept-text-page.tsx';
import { inParts } from '#client/site/title-parts.tsx';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import { splitFrontMatter } from '#server/content/front-matter/front-matter.ts';
import { hashOf, readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import { siteSchema } from '#server/content/site-settings.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import {
  findOversized,
  maxBodyCharacters,
  maxFieldCharacters,
  maxFieldLines,
  maxRowsCharacters,
} from '#server/features/editing/form/find-oversized.ts';
import { checkDocument } from '#server/features/editing/form/find-problems.ts';
import { formToDocument } from '#server/features/editing/form/form-to-document.ts';
import { formToSite } from '#server/features/editing/site/site-form.ts';
import { replaceAddresses } from '#server/features/feeds/absolute-markdown.ts';
import { feedHtml } from '#server/features/feeds/feed-html.ts';
import { writeLlmsTxt } from '#server/features/feeds/llms-txt.ts';
import { xmlText } from '#server/features/feeds/xml-text.ts';
import { isSafeDrawing } from '#server/features/icons/safe-drawing.ts';
import { describeProblems, noProblems } from '#server/pages/edit/entries/problem-texts.ts';
import { plainBody } from '#server/search/index/plain-body.ts';
import { excerptOf } from '#server/search/text/excerpts.ts';
import { fold } from '#server/search/text/fold.ts';
import { markMatches } from '#server/search/text/marks.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { singlesOf, tokensOf } from '#server/search/text/tokens.ts';
import { skuKey } from '#server/search/text/sku-key.ts';
import { composed } from '#shared/composed.ts';
import { joinTime, splitTime } from '#shared/editing/typed-time.ts';
import { markOf, markOfContent } from '#server/pages/edit/form-mark.ts';
import type { TextReader } from './text-reader.ts';

/** Characters that may be published. */
const maxTitle = 200;
const maxSummary = 500;
const largeForm = 2 * 1024 * 1024;
/** server/features/icons/call-service.ts reads no more. */
const maxDrawing = 256 * 1024;

const nobody = {
  basePath: '/',
  editor: { name: '', role: 'admin' },
  path: '/edit',
  hasMainForm: true,
  rowChange: '',
} as const;
const nothing = {
  ...{ entries: {}, featured: [] },
  ...{ media: [], documents: [], files: new Map(), titles: new Map<string, string>() },
};
const notice = { title: '', text: '', next: { action: '/', done: 'save' } };
const editor = { accountId: '', name: '', role: 'admin' } as const;
const settings = {
  name: '',
  tagline: '',
  description: '',
  categories: [],
  featured: [],
  contact: {},
  footer: { about: '', links: [] },
};
const words = parseQuery('茶 a tea 1').words;

/** Lines of a field within the bounds of a draft. */
function linesOf(text: string): string {
  return text.split('\n', maxFieldLines).join('\n');
}

function contentOf(values: FormContent['values'], body = ''): FormContent {
  return { values, body };
}

function documentOf(text: string): string {
  const values = Object.fromEntries(editForms.articles.map(({ name }) => [name, text]));
  return writeDocument(
    formToDocument('articles', contentOf({ ...values, products: [{ '': text }] }), 'draft'),
  );
}

/** Rows of a form, as many as it can have. */
function documentOfRows(text: string): string {
  const cell = Math.ceil(text.length / 400);
  const cellOf = (index: number) => text.slice(index * cell, (index + 1) * cell);
  const rows = Array.from({ length: 200 }, (_, row) => ({
    name: `${row}${cellOf(2 * row)}`,
    value: cellOf(2 * row + 1),
  }));
  return writeDocument(formToDocument('products', contentOf({ specs: rows }), 'draft'));
}

function htmlOf(text: string): string {
  return `<p>${xmlText(text)}</p>`;
}

function draw(node: ReactNode): string {
  return renderToStaticMarkup(createElement(EditContext, { value: nobody }, node));
}

const rendered = { html: '', text: '', headings: [], lines: [], images: [], refused: [], warnings: [] };

/** Whatever editors may write into fields. */
const ofFields: TextReader[] = [
  {
    name: 'size of a draft',
    maxLength: largeForm,
    read: (text) =>
      findOversized(
        editForms.articles,
        contentOf({ title: text, tags: text, products: [{ '': text }] }, text),
      ),
  },
  {
    name: 'mark of a form that was sent',
    maxLength: largeForm,
    read: (text) => markOf([['body', text]]),
  },
  {
    name: 'time in two fields',
    maxLength: largeForm,
    read: (text) => splitTime(joinTime({ day: text, clock: text })),
  },
  { name: 'document of a draft', maxLength: maxFieldCharacters, prepare: linesOf, read: documentOf },
  {
    name: 'draft of a document',
    maxLength: maxFieldCharacters,
    prepare: (text) => documentOf(linesOf(text)),
    read: (text) => documentToForm('articles', readDocument(text)),
  },
  {
    name: 'rows of a draft',
    maxLength: maxRowsCharacters,
    // Forms come as UTF-8, which has no half characters.
    prepare: (text) => text.toWellFormed(),
    read: (text) => readDocument(documentOfRows(text)),
  },
  { name: 'form of a draft', maxLength: maxFieldCharacters, prepare: linesOf, read: drawForm },
  {
    name: 'problems of a draft',
    maxLength: maxFieldCharacters,
    prepare: (text) => documentOf(linesOf(text)),
    read: (text) => checkAll(text),
  },
  { name: 'settings of the site', maxLength: maxFieldCharacters, prepare: linesOf, read: readSite },
  { name: 'title on a page', maxLength: maxTitle, read: (text) => [inParts(text), splitWords(text)] },
  { name: 'summary in a feed', maxLength: maxSummary, read: (text) => [xmlText(text), oneLines(text)] },
  { name: 'tag in an address', maxLength: maxSummary, read: (text) => tagOfSegment(tagSegment(text)) },
  { name: 'number of an article', maxLength: maxSummary, read: (text) => skuKey(text) },
];

/** Whatever editors may write into the Markdown, and what the renderer makes of it off the event loop. */
const ofBodies: TextReader[] = [
  {
    name: 'kept text',
    maxLength: maxBodyCharacters,
    read: (text) => draw(createElement(KeptTextPage, { ...notice, fields: [['body', text]] })),
  },
  {
    name: 'mark of a form',
    maxLength: maxBodyCharacters,
    read: (text) => markOfContent(editForms.articles, contentOf({ title: text }, text)),
  },
  { name: 'normal form', maxLength: maxBodyCharacters, read: (text) => composed(text) },
  {
    name: 'document of a body',
    maxLength: maxBodyCharacters,
    read: (text) => hashOf(writeDocument(formToDocument('articles', contentOf({}, text), 'draft'))),
  },
  {
    name: 'body of a document',
    maxLength: maxBodyCharacters,
    read: (text) => readDocument(`---\ntitle: a\n---\n\n${text}\n`),
  },
  {
    name: 'document without front matter',
    maxLength: maxBodyCharacters,
    read: (text) => splitFrontMatter(text),
  },
  {
    name: 'Markdown twin',
    maxLength: maxBodyCharacters,
    read: (text) => replaceAddresses(text, (address) => address),
  },
  { name: 'row of an article', maxLength: maxBodyCharacters, read: (text) => publishable(text) },
  {
    name: 'text in a feed',
    maxLength: maxBodyCharacters,
    prepare: htmlOf,
    read: (html) => xmlText(feedHtml(html, { origin: 'https://tea.example', page: '/a' })),
  },
  { name: 'words of the interface', maxLength: maxBodyCharacters, prepare: htmlOf, read: withLabels },
  {
    name: 'data of a page',
    maxLength: maxBodyCharacters,
    prepare: htmlOf,
    read: (html) => toScriptJson({ html }),
  },
  { name: 'plain text', maxLength: maxBodyCharacters, prepare: htmlOf, read: plainBody },
  { name: 'folded text', maxLength: maxBodyCharacters, read: fold },
  { name: 'words of the index', maxLength: maxBodyCharacters, prepare: fold, read: tokensOf },
  { name: 'characters of the index', maxLength: maxBodyCharacters, prepare: fold, read: singlesOf },
  { name: 'excerpt of a hit', maxLength: maxBodyCharacters, read: (text) => excerptOf(text, words) },
  { name: 'marks of a hit', maxLength: maxBodyCharacters, read: (text) => markMatches(text, words) },
  { name: 'drawing of the icon service', maxLength: maxDrawing, read: isSafeDrawing },
];

export const editorReaders: readonly TextReader[] = [...ofFields, ...ofBodies];

function drawForm(text: string): string {
  const values = Object.fromEntries(editForms.articles.map(({ name }) => [name, text]));
  const content = contentOf({ ...values, products: [{ '': text }] });
  const form = {
    kind: 'articles',
    action: '/',
    mark: '',
    content,
    choices: nothing,
    problems: noProblems,
    actions: null,
  } as const;
  return draw(createElement(EntryForm, form));
}

function checkAll(document: string): unknown {
  const { problems } = checkDocument('articles', 'a', readDocument(document), rendered);
  return describeProblems('articles', problems);
}

function readSite(text: string): unknown {
  const values = Object.fromEntries(
    siteForm.map(({ name, columns }) => [
      name,
      columns === undefined ? text : [Object.fromEntries(columns.map((column) => [column.name, text]))],
    ]),
  );
  const typed = formToSite(contentOf(values), settings, editor);
  return siteSchema.safeParse(typed);
}

/** The row of an article with this text, and what stands beside its HTML. */
function publishable(text: string): unknown {
  const fields = { title: 'a', author: 'lin', publishedAt: '2026-11-20T08:00:00+08:00', status: 'published' };
  const { entry } = checkDocument('articles', 'a', { fields, body: text }, { ...rendered, text, html: text });
  if (entry === null) throw new Error('the article cannot be published');
  return contentKinds.articles.toMade({ ...rendered, text, html: text });
}

function oneLines(text: string): string {
  const link = { title: text, url: '/', about: text };
  return writeLlmsTxt({ name: text, description: text, sections: [{ title: text, links: [link] }] });
}
