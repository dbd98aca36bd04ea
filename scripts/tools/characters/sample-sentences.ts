import { globSync, readFileSync } from 'node:fs';

/** Sentences of the sample content, without Markdown. */
export function sampleSentences(): string[] {
  const texts = globSync('server/sample-content/{articles,products,authors,pages}/*.md').sort();
  const sentences = texts.flatMap((file) => {
    const body = readFileSync(file, 'utf8').split('\n---\n')[1] ?? '';
    return body.replaceAll(/[#>*_`|[\]()<]+/g, ' ').match(/[^。！？\n]{4,}[。！？]?/g) ?? [];
  });
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence.length > 4);
}
