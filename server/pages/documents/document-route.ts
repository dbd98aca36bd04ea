import type { Reader } from '#server/freshness/reader.ts';
import type { HeaderPairs } from '#server/http/answer/security-headers.ts';

/** Route of documents that are no pages, such as feeds. */
export interface DocumentRoute {
  /** Without the base path; `:name` is a segment, or what is left of one beside the text around it. */
  path: string;
  contentType: string;
  /** All parameters that it depends on, in the order of its one address. */
  query?: readonly string[];
  /** Whether it is made of absolute addresses: without PUBLIC_URL there is none. */
  needsPublicUrl?: boolean;
  /** Notes everything that it depends on in the reader, so that it is kept for exactly as long as it is right. */
  read(request: DocumentRequest): Promise<DocumentAnswer>;
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
  /** Headers beside those of every answer: the type, the coding, and the validators of a copy. */
  headers?: HeaderPairs;
}

export type DocumentElsewhere =
  /** Another document: a site path without the base path. */
  | { movedTo: string }
  /** A page has this very address. */
  | { isPage: true };
