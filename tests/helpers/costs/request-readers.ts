import { IncomingMessage, maxHeaderSize } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { editForms } from '#shared/editing/edit-forms.ts';
import { isTypedName } from '#shared/editing/typed-names.ts';
import { resolveTarget } from '#shared/address/navigation-target.ts';
import { parseListQuery } from '#shared/address/list-query.ts';
import { parseSavedItem } from '#shared/accounts.ts';
import { readableAddress } from '#shared/address/readable-address.ts';
import { readColorMode } from '#shared/color-mode.ts';
import { parseSearchQuery, searchPath } from '#shared/search.ts';
import { sentLabelOf } from '#client/edit/form/field-texts.ts';
import { spellSitePath, meaningOf } from '#server/content/entries/entry-addresses.ts';
import { findIdProblem } from '#server/content/content-id.ts';
import { isSitePath } from '#server/content/site-path.ts';
import { normaliseEmail } from '#server/features/accounts/account-email.ts';
import { readName } from '#server/features/accounts/account-name.ts';
import { readNext } from '#server/features/accounts/next-path.ts';
import { normalisePassword } from '#server/features/accounts/passwords/password-hash.ts';
import { readForm } from '#server/features/editing/form/form-to-document.ts';
import { parseIconRequest } from '#server/features/icons/icon-request.ts';
import { createCodingChoice } from '#server/http/answer/content-coding.ts';
import { readCookie } from '#server/http/request/cookies.ts';
import { isCrawler } from '#server/http/request/crawler.ts';
import { wantsJson } from '#server/http/answer/error-answer.ts';
import { readLargeForm } from '#server/http/form/large-form.ts';
import { withoutSecrets } from '#server/http/request/request-log.ts';
import { readAddress } from '#server/pages/documents/document-address.ts';
import { queryOf } from '#server/pages/edit/edit-address.ts';
import { readNotice } from '#server/pages/edit/notices.ts';
import { readAccountFilter } from '#server/pages/edit/accounts/read-account-filter.ts';
import { isPayloadAddress, payloadAddress, readTarget } from '#server/pages/page-target.ts';
import { createSiteRouter } from '#server/pages/render/site-router.tsx';
import { findAlike } from '#server/search/text/alike/alike.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { readTrace } from '#server/base/trace.ts';
import type { TextReader } from './text-reader.ts';

/** Longest header, or address before it is checked. */
const header = maxHeaderSize;
/** server/http/request/request-target.ts refuses longer addresses. */
const address = 4_000;
/** server/http/form/form-body.ts refuses longer forms. */
const form = 16 * 1024;
/** Limit of server/http/form/large-form.ts for percent-encoded forms, and below it for fields in multipart forms. */
const encodedForm = 64 * 1024;
const largeForm = 1024 * 1024;
/** server/http/form/large-form.ts refuses longer names. */
const fieldName = 200;

const site = { origin: 'https://tea.example', basePath: '/shop/' };
const chooseCoding = createCodingChoice(['br', 'gzip']);

/** Readers of everything that strangers may send. */
export async function requestReaders(): Promise<TextReader[]> {
  const router = await createSiteRouter('/');
  const query = (text: string) => new URLSearchParams({ q: text, kind: 'articles', tag: text, next: text });
  const readers: TextReader[] = [
    ...ofHeaders,
    ...ofForms,
    {
      name: 'page of an address',
      maxLength: address,
      read: (text) => readTarget(router, `/${escaped(text)}`),
    },
    {
      name: 'query of an address',
      maxLength: address,
      read: (text) => readTarget(router, `/search?q=${escaped(text)}`),
    },
    {
      name: 'payload beside an address',
      maxLength: header,
      read: (text) => [isPayloadAddress(text), payloadAddress(text)],
    },
    { name: 'address of a document', maxLength: address, read: (text) => readDocumentAddress(text) },
    { name: 'query of a list', maxLength: address, read: (text) => parseListQuery(query(text)) },
    {
      name: 'query of a search',
      maxLength: address,
      read: (text) => searchPath(parseSearchQuery(query(text))),
    },
    { name: 'words of a search', maxLength: address, read: (text) => parseQuery(text) },
    {
      name: 'sounds of a search',
      maxLength: address,
      read: (text) => findAlike(text.slice(0, 40), ['烏龍茶']),
    },
    {
      name: 'query of the edit area',
      maxLength: address,
      read: (text) => readNotice(queryOf({ originalUrl: `/edit?done=${text}&undo=${escaped(text)}` })),
    },
    {
      name: 'search for accounts',
      maxLength: address,
      read: (text) => readAccountFilter(requestTo(`/edit/accounts?q=${escaped(text)}`)),
    },
    { name: 'names of icons', maxLength: address, read: (text) => parseIconRequest(text, text) },
    { name: 'address as people read it', maxLength: address, read: (text) => readableAddress(text) },
  ];
  return readers.map((reader) => ({
    ...reader,
    prepare: reader.maxLength === address ? ofAddress : wellFormed,
  }));
}

const ofHeaders: TextReader[] = [
  { name: 'user agent', maxLength: header, read: (text) => isCrawler(text) },
  { name: 'cookie of the colours', maxLength: header, read: (text) => readColorMode(text) },
  {
    name: 'cookie of a session',
    maxLength: header,
    read: (text) => readCookie({ headers: { cookie: `${text}; session=a` } }, 'session'),
  },
  { name: 'trace', maxLength: header, read: (text) => readTrace({ traceparent: text, tracestate: text }) },
  { name: 'codings', maxLength: header, read: (text) => chooseCoding(text) },
  {
    name: 'media types',
    maxLength: header,
    read: (text) => wantsJson({ headers: { accept: text, 'user-agent': text }, url: text }),
  },
  {
    name: 'address in the log',
    maxLength: header,
    read: (text) => withoutSecrets(`/edit/accounts?link=${text}`),
  },
];

const ofForms: TextReader[] = [
  { name: 'address of e-mail', maxLength: form, read: (text) => normaliseEmail(text) },
  { name: 'password', maxLength: form, read: (text) => normalisePassword(text) },
  {
    name: 'page after a form',
    maxLength: form,
    read: (text) => [readNext(`/${text}`, site), readNext(text, site)],
  },
  { name: 'address of a link', maxLength: form, read: (text) => resolveTarget(text, site) },
  { name: 'saved item', maxLength: form, read: (text) => parseSavedItem(`product:${text}`) },
  { name: 'large form', maxLength: encodedForm, read: (text) => largeFormOf(text) },
  {
    name: 'field of a large form',
    maxLength: largeForm,
    maxMs: 150,
    read: (text) => largeFormOf(text, 'body'),
  },
  {
    name: 'name of a field',
    maxLength: fieldName,
    read: (text) => [isTypedName(`f.${text}`), sentLabelOf(`f.${text}`)],
  },
  {
    name: 'fields of an entry',
    maxLength: encodedForm,
    read: (text) =>
      readForm(
        editForms.articles,
        new Map([
          ['f.tags', [text]],
          [text, [text]],
        ]),
      ),
  },
  { name: 'name of an account', maxLength: encodedForm, read: (text) => readName(text) },
  { name: 'id of an entry', maxLength: encodedForm, read: (text) => findIdProblem(text) },
  {
    name: 'old address',
    maxLength: encodedForm,
    read: (text) => [isSitePath(`/${text}`), spellSitePath(`/${text}`), meaningOf(`/${text}`)],
  },
];

/** No half of a character comes out of bytes. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** The part of a text that fits into an address. */
function ofAddress(text: string): string {
  return decodeURI(escaped(text));
}

/** A text as a browser writes it into an address. */
function escaped(text: string): string {
  let encoded = encodeURI(text.toWellFormed()).slice(0, address);
  // No character is cut: other addresses are refused before.
  while (!isDecodable(encoded)) encoded = encoded.slice(0, -1);
  return encoded;
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURI(encoded);
    return true;
  } catch {
    return false;
  }
}

function readDocumentAddress(text: string): unknown {
  const request = { originalUrl: `/articles/${text}.md?page=${text}`, params: { id: text } };
  return readAddress({ path: '/articles/:id.md', query: ['page'] }, request, '/');
}

function requestTo(originalUrl: string): express.Request {
  const request: express.Request = Object.create(express.request);
  return Object.assign(request, { originalUrl });
}

/** A form as a browser sends it: percent-encoded it is one field or many, in parts one long field. */
function largeFormOf(text: string, name?: string): Promise<unknown> {
  const request = new IncomingMessage(new Socket());
  const boundary = 'tea';
  const type =
    name === undefined ? 'application/x-www-form-urlencoded' : `multipart/form-data; boundary=${boundary}`;
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  request.headers = { 'content-type': type };
  request.push(Buffer.from(name === undefined ? text : part));
  request.push(null);
  // A form may be refused; what that takes counts as well.
  return readLargeForm(request, 2 * largeForm).catch(() => null);
}
