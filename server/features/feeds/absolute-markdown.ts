/** Where Markdown has an address: in a link or picture, or in the definition of one. */
const addresses = /(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?)((?:\([^\s()<>]*\)|[^\s()<>])+)/gm;
/** A film or sound, and what is shown before it is played. */
const ofElements = /((?:src|poster)=")(media\/[^"\n]+)(?=")/g;
/** Code, in which an address is an example. */
const code =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))|(`+)(?!`)[^\n]*?[^`\n]\2(?!`)/gm;

/**
 * Replaces the addresses in a text that are not code.
 * @param replace Gives the new address; null leaves it as it is.
 */
export function replaceAddresses(source: string, replace: (address: string) => string | null): string {
  const parts: string[] = [];
  let end = 0;
  const replaceOne = (whole: string, before: string, address: string) => {
    const other = replace(address);
    return other === null ? whole : before + other;
  };
  const take = (text: string) => text.replace(addresses, replaceOne).replace(ofElements, replaceOne);
  for (const { 0: example, index } of source.matchAll(code)) {
    parts.push(take(source.slice(end, index)), example);
    end = index + example.length;
  }
  parts.push(take(source.slice(end)));
  return parts.join('');
}
