import type { Reader } from '#server/freshness/reader.ts';
import type { HeaderPairs } from '#server/http/security-headers.ts';

/** What is answered at one kind of address that is no page, such as a feed. */
export interface DocumentRoute {
  /** Without the base path; `:name` is a segment, or what is left of one beside the text around it. */
  path: string;
  contentType: string;
  /** All parameters that it depends on, in the order in which its one address has them. */
  query?: readonly string[];
  /** It is made of absolute addresses: where nobody has said what the site is called, there is none. */
  needsPublicUrl?: boolean;
  /** Everything that it depends on is noted in the reader, so that it is kept for exactly as long as it is right. */
  read(asked: DocumentRequest): Promise<DocumentAnswer>;
}

export interface DocumentRequest {
  reader: Reader;
  /** Decoded, in NFC. */
  params: Readonly<Record<string, string>>;
  /** Nothing but the parameters of the route. */
  query: URLSearchParams;
}

/** Null: there is no such document. */
export type DocumentAnswer = DocumentText | DocumentElsewhere | null;

export interface DocumentText {
  text: string;
  /** Beside those of every answer: the type, the coding, what tells whether a copy is still right. */
  headers?: HeaderPairs;
}

export type DocumentElsewhere =
  /** Another document: a site path without the base path. */
  | { movedTo: string }
  /** Under this very address is a page. */
  | { isPage: true };
