/** Takes the lines before and the white space after a text away. Only whole lines: white space before the first word may mean code. */
export function cutBody(body: string): { source: string; linesBefore: number } {
  const blankLines = /^(?:[ \t]*\n)*/.exec(body)?.[0] ?? '';
  return { source: body.slice(blankLines.length).trimEnd(), linesBefore: blankLines.split('\n').length - 1 };
}
