import { Tokenizer, type Token } from 'parse5';

export type HtmlPiece = {
  /** Source text. */
  typed: string;
  /** The line on which it begins, from 0. */
  line: number;
} & (
  | { kind: 'open' | 'close'; name: string; attributes: [name: string, value: string][] }
  | { kind: 'text'; text: string }
  /** A comment, a doctype, a tag that never ends. */
  | { kind: 'other' }
);

/** Takes HTML apart as a browser does. All that was typed is in one of the pieces. */
export function parseHtml(source: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let end = 0;
  let line = 0;
  const place = ({ location }: Token.Token) => {
    const place = { typed: source.slice(end, location?.endOffset), line };
    end = location?.endOffset ?? end;
    line = (location?.endLine ?? 1) - 1;
    return place;
  };
  const tag = (kind: 'open' | 'close') => (token: Token.TagToken) => {
    const attributes = token.attrs.map(({ name, value }): [string, string] => [name, value]);
    pieces.push({ kind, name: token.tagName, attributes, ...place(token) });
  };
  const text = (token: Token.CharacterToken) => {
    const piece = { kind: 'text' as const, text: token.chars.replaceAll('\0', '\uFFFD'), ...place(token) };
    const last = pieces.at(-1);
    // White space and words come one by one.
    if (last?.kind !== 'text') pieces.push(piece);
    else {
      last.text += piece.text;
      last.typed += piece.typed;
    }
  };
  const other = (token: Token.Token) => void pieces.push({ kind: 'other', ...place(token) });
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: tag('open'),
      onEndTag: tag('close'),
      onCharacter: text,
      onWhitespaceCharacter: text,
      onNullCharacter: text,
      onComment: other,
      onDoctype: other,
      onEof() {},
    },
  );
  tokenizer.write(source, true);
  // A tag that never ends gives no token: browsers show nothing of it.
  if (end < source.length) pieces.push({ kind: 'other', typed: source.slice(end), line });
  return pieces;
}
