import type { CountedCharacter } from './cut-slices.ts';
import { interfaceTitles } from './interface-titles.ts';
import { charactersOf, type TitleTexts } from './title-texts.ts';

/** Counts in how many texts each character stands, in the order in which they are found. */
export async function countCharacters(batches: AsyncIterable<TitleTexts[]>): Promise<CountedCharacter[]> {
  const counted = new Map<string, CountedCharacter>();
  const add = (texts: TitleTexts) => {
    const inTitle = new Set(charactersOf(texts.title));
    for (const character of inTitle) of(character).titles += 1;
    for (const character of new Set(charactersOf(texts.own)))
      if (!inTitle.has(character)) of(character).pages += 1;
  };
  function of(character: string): CountedCharacter {
    let found = counted.get(character);
    if (found === undefined) {
      found = { character, titles: 0, pages: 0 };
      counted.set(character, found);
    }
    return found;
  }

  add({ title: interfaceTitles(), own: '' });
  for await (const batch of batches) for (const texts of batch) add(texts);
  return [...counted.values()];
}
