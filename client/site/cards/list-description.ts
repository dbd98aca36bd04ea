import { listSeparator } from '#shared/locale/punctuation.ts';
import type { useText } from '#client/context/use-text.ts';

/** Characters of titles: search engines show some 80 Han characters of a description. */
const maxLength = 100;

interface DescribedList {
  /** Name of the list. */
  name: string;
  /** Number of its entries in words. */
  size: string;
  titles: readonly string[];
}

/** Description of a list for search engines, unique for each: its name and its first titles. */
export function describeList(t: ReturnType<typeof useText>, { name, size, titles }: DescribedList): string {
  const shown: string[] = [];
  let length = 0;
  for (const title of titles) {
    length += [...title].length;
    if (length > maxLength) break;
    shown.push(title);
  }
  if (shown.length === 0) return t('list.descriptionOfEmpty', { list: name, size });
  return t('list.description', { list: name, size, titles: shown.join(listSeparator) });
}
