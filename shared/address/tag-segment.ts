/**
 * A tag is free text, a segment of an address is not: `.` and `..` lead elsewhere, many servers in front of this one refuse
 * or decode `%2F`, `%5C` and `%25`, and names that begin with a dot or `_` are other things' than pages'. Each such sign is
 * written as `~` and its number in two decimal digits, which no one on the way knows or changes, and `~` twice. All others
 * stay, to be percent-encoded.
 */
export function tagSegment(tag: string): string {
  return tag.replace(/[~/\\%]|^[._]/g, (sign) => (sign === '~' ? '~~' : `~${sign.charCodeAt(0)}`));
}

/** The tag that a segment spells, be it in another way than `tagSegment` does. */
export function tagOfSegment(segment: string): string {
  return segment.replace(/~(~|37|46|47|92|95)/g, (_, code: string) =>
    code === '~' ? code : String.fromCharCode(Number(code)),
  );
}
