import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { splitWords } from '#shared/locale/words.ts';
import { startContentThread } from '#server/content/start-content-thread.ts';
import { splitFrontMatter } from '#server/content/front-matter.ts';
import type { ContentWork } from '#server/content/content-work.ts';
import { production, root } from '../build/folders.ts';
import { randomNumbers, type Random } from '../tools/random-numbers.ts';
import type { Figure } from './figures.ts';
import { median } from './statistics.ts';

const length = 50_000;
const edits = 200;
const rounds = 9;

/** What an editor waits for with a long text, and what visitors notice of it. */
export async function measureEditing(): Promise<Figure[]> {
  const thread = startContentThread(path.join(production.outDir, 'content-thread.js'));
  try {
    return [...(await measureRendering(thread)), ...(await measureDifferences(thread))];
  } finally {
    await thread.close();
  }
}

async function measureRendering(work: ContentWork): Promise<Figure[]> {
  const text = aText(randomNumbers(1));
  const { ms, heldMs } = await measure(() => work.render(text));
  return [
    { name: 'rendering of 50,000 characters', value: median(ms), unit: 'ms', note: rangeOf(ms) },
    {
      name: 'longest hold of the event loop meanwhile',
      value: median(heldMs),
      unit: 'ms',
      target: { below: 50 },
      note: rangeOf(heldMs),
    },
  ];
}

async function measureDifferences(work: ContentWork): Promise<Figure[]> {
  const random = randomNumbers(2);
  const [before, other] = [aText(random), aText(random)];
  const cases = [
    { name: `difference of ${edits} edits in 50,000 characters`, after: edit(before, random), below: 100 },
    { name: 'difference of 50,000 characters, other paragraphs', after: other, below: 1000 },
    {
      name: 'difference of 50,000 characters, no character the same',
      after: before.replace(/[^\n]/gu, () => String.fromCharCode(0xac00 + random(11_000))),
      below: 1000,
    },
    {
      name: 'difference of 50,000 characters, the words in another order',
      after: shuffle(splitWords(before.replaceAll('\n', '')), random).join(''),
      before: before.replaceAll('\n', ''),
      below: 1000,
    },
  ];
  const figures: Figure[] = [];
  for (const { name, after, below, ...other } of cases) {
    let isCoarse = false;
    const { ms, heldMs } = await measure(async () => {
      isCoarse = (await work.compare(other.before ?? before, after)).isCoarse;
    });
    const note = `${rangeOf(ms)}; ${isCoarse ? 'by lines' : 'by words'}; the event loop held for ${Math.max(...heldMs).toFixed(0)} ms at most`;
    figures.push({ name, value: median(ms), unit: 'ms', target: { below }, note });
  }
  return figures;
}

/** The first round, in which the thread starts, does not count. */
async function measure(work: () => Promise<unknown>): Promise<{ ms: number[]; heldMs: number[] }> {
  await work();
  const ms: number[] = [];
  const heldMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const startedAt = performance.now();
    await work();
    ms.push(performance.now() - startedAt);
    // What the answer held shows in the turn after it.
    await new Promise((resolve) => setTimeout(resolve, 5));
    delays.disable();
    heldMs.push(delays.max / 1e6);
  }
  return { ms, heldMs };
}

function rangeOf(values: readonly number[]): string {
  return `median of ${values.length}, ${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
}

/** Paragraphs of six sentences of the sample articles, with a heading before each tenth, marks and lists as they are. */
function aText(random: Random): string {
  const dir = path.join(root, 'server/sample-content/articles');
  const bodies = readdirSync(dir).map(
    (file) => splitFrontMatter(readFileSync(path.join(dir, file), 'utf8'))?.body ?? '',
  );
  const sentences = bodies.join('\n').match(/[^。\n]+。/g) ?? [];
  const paragraphs: string[] = [];
  for (let taken = 0; taken < length; taken += (paragraphs.at(-1)?.match(/\p{Script=Han}/gu) ?? []).length) {
    const picked = Array.from({ length: 6 }, () => sentences[random(sentences.length)]);
    paragraphs.push((paragraphs.length % 10 === 0 ? '## 一節\n\n' : '') + picked.join(''));
  }
  return paragraphs.join('\n\n');
}

function edit(text: string, random: Random): string {
  let edited = text;
  for (let n = 0; n < edits; n += 1) {
    const at = random(edited.length - 3);
    const [gone, put] = [random(4), random(3) > 0 ? '新的字句' : ''];
    edited = edited.slice(0, at) + put + edited.slice(at + gone);
  }
  return edited;
}

function shuffle(words: readonly string[], random: Random): string[] {
  return words
    .map((word) => ({ word, order: random(2 ** 30) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ word }) => word);
}
