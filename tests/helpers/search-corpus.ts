import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { sampleSentences } from '#scripts/tools/characters/sample-sentences.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from './content.ts';

/** Numbers from 0 to 1 that are the same in every run. */
export type Random = () => number;

export function randomParts(seed: number): Random {
  const random = randomNumbers(seed);
  return () => random(1_000_000) / 1_000_000;
}

/** Rare features: other widths, variants, Simplified characters, runs of several scripts, other planes. */
const oddities = [
  '臺灣的烏龍茶與台灣的包種茶。',
  '他說「这里的乌龙茶很好，面包也好」，然後發笑。',
  'ＱＹ－１２０ｍｌ的茶壺，ＴＥＡ是英文。',
  'QY-120ml、QY 150 ml 與 qy-75g 三種。',
  '3月份的春茶在2026年4月出貨，T恤另計。',
  '麵包與方面包括的不同。里長住在裡面。',
  '羣山與裏面，着色的温泉，鷄與雞，綫與線。',
  '𠮷野家的茶，𠮷祥如意；ㄔㄚˊ讀作茶。',
  'お茶と抹茶、カフェ、한국 녹차 그리고 茶。',
  '茶🍵好喝，☕ 也好，旗🇹🇼。',
  'Café au lait, naïve coöperation, ﬁne ½ ㍿ ①。',
  '100%純茶_無添加，"引號"與\'單引\'，a*b^c:(d)。',
];

const categories = ['茶葉', '茶器', '茶食', '書'];

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

export interface CorpusSizes {
  articles: number;
  products: number;
}

/** A site made of the sample content's sentences: published, coming, hidden and removed. */
export function searchCorpus(random: Random, { articles, products }: CorpusSizes): Files {
  const sentences = [...sampleSentences(), ...oddities, ...oddities];
  const text = (count: number) => Array.from({ length: count }, () => pick(random, sentences));
  const short = (length: number) => [...pick(random, sentences)].slice(0, length).join('').trim() || '茶';
  const time = () => {
    const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
    return `2026-${pick(random, ['01', '03', '05', '07', '09', '10', '11', '12'])}-${day}T0${Math.floor(random() * 9)}:00:00Z`;
  };
  const body = () => `${text(4).join('')}\n\n## ${short(8)}\n\n${text(3).join('\n\n')}`;
  const files: Files = {};
  for (let i = 0; i < 6; i += 1) files[`authors/a${i}.md`] = anAuthor({ name: short(4) }, text(2).join(''));
  for (let i = 0; i < 8; i += 1)
    files[`pages/p${i}.md`] = aPage({ title: short(6), summary: short(20) }, body());
  for (let i = 0; i < articles; i += 1) {
    files[`articles/r${i}.md`] = anArticle(
      {
        title: short(10),
        author: `a${i % 6}`,
        summary: short(30),
        tags: [...new Set([short(2), short(3), pick(random, categories)])],
        publishedAt: time(),
        status: i % 12 === 5 ? 'draft' : i % 12 === 7 ? 'archived' : 'published',
      },
      body(),
    );
  }
  for (let i = 0; i < products; i += 1) {
    files[`products/p${i}.md`] = aProduct(
      {
        name: short(8),
        category: pick(random, categories),
        price: i % 9 === 0 ? undefined : Math.floor(random() * 40) * 10,
        summary: short(20),
        specs: { 產地: short(4), 容量: `${i % 7}0ml` },
        sku: i % 3 === 0 ? `QY-${i}${pick(random, ['ml', 'g', ''])}` : undefined,
        availability: pick(random, ['in_stock', 'sold_out']),
        publishedAt: time(),
      },
      text(2).join(''),
    ).replaceAll(/^\w+: undefined\n/gm, '');
  }
  return files;
}

/** A possible query: pieces of the texts in various spellings, numbers of products, and noise. */
export function randomQuery(random: Random, sentences: readonly string[]): string {
  const word = () => {
    const kind = random();
    if (kind < 0.06) return `QY-${Math.floor(random() * 60)}${pick(random, ['ml', 'g', ''])}`;
    if (kind < 0.1)
      return pick(random, [
        'tea',
        'ＴＥＡ',
        'cafe',
        'ml',
        '120',
        '2026年',
        '3月',
        'T恤',
        '🍵',
        '%',
        '"',
        '*^:()',
      ]);
    if (kind < 0.16)
      return pick(random, ['乌龙', '台湾', '面包', '茶叶', '发', '里长', '后', '裏', '臺', '这里', '温']);
    const characters = [...pick(random, sentences)];
    const length = 1 + Math.floor(random() * 6);
    const from = Math.floor(random() * Math.max(1, characters.length - length));
    const piece = characters.slice(from, from + length).join('');
    return random() < 0.1
      ? piece.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
      : piece;
  };
  const words = random() < 0.7 ? 1 : random() < 0.7 ? 2 : 3;
  return Array.from({ length: words }, word).join(' ');
}

export const oddSentences: readonly string[] = oddities;
