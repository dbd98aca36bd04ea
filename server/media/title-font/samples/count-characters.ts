import { interfaceTitles } from '#shared/locale/interface-titles.ts';
import { sampledEntries } from './page-samples.ts';
import { charactersOf, type TitleTexts } from '../title-texts.ts';

export interface CountedTitles {
  /** In how many texts each character stands, in the order in which they were found. */
  counted: ReadonlyMap<string, number>;
  /** The first of each kind. */
  sampled: readonly TitleTexts[];
}

export async function countCharacters(batches: AsyncIterable<TitleTexts[]>): Promise<CountedTitles> {
  const counted = new Map<string, number>();
  const sampled: TitleTexts[] = [];
  const kept = new Map<string, number>();
  const count = (text: string) => {
    for (const character of charactersOf(text)) counted.set(character, (counted.get(character) ?? 0) + 1);
  };

  for (const label of Object.values(interfaceTitles())) count(label);
  for await (const batch of batches) {
    for (const texts of batch) {
      count(texts.title + texts.own);
      const before = kept.get(texts.kind) ?? 0;
      if (before < sampledEntries) sampled.push(texts);
      kept.set(texts.kind, before + 1);
    }
  }
  return { counted, sampled };
}
