/** A function of the server that meets texts of others on the event loop. */
export interface TextReader {
  name: string;
  /** UTF-16 units of the longest text that it is ever given. */
  maxLength: number;
  read(text: string): unknown;
  /** Processor time that it may take in all where others have their turn in between, in ms. */
  maxMs?: number;
  /** Makes of a shape what the reader is given, as another part of the server does. */
  prepare?(text: string): string;
}
