import type { Log } from '#server/base/log.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { runCardJob } from '#server/media/cards/run-card-job.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { silentLog } from './databases.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { aClockAt } from './site.ts';
import { titleFontFile } from './title-font.ts';

interface CardJob {
  dataDir: string;
  fontFile?: string;
  log?: Log;
  /** Later than every rest and lease of those before. */
  at?: string;
  signal?: AbortSignal;
}

/** Makes the cards that are due. */
export function makeCards(
  db: Database,
  { dataDir, fontFile = titleFontFile, log = silentLog, at = '2030-01-01T00:00:00Z', ...job }: CardJob,
): Promise<void> {
  return runCardJob({ db, store: folderStore(dataDir), fontFile, log, clock: aClockAt(at), ...job });
}

const pieces = [
  [
    '春茶',
    '雨停之後',
    '茶園裡',
    '的早晨',
    '一把小壺',
    '三個杯子',
    '等待二十秒',
    '慢慢寫',
    '堃',
    '喆',
    '鱻',
    '龘',
  ],
  [
    '，',
    '。',
    '、',
    '：',
    '！',
    '？',
    '……',
    '——',
    '「好茶」',
    '『器』',
    '（含稅）',
    '《茶經》',
    '〈序〉',
    '」',
    '「',
  ],
  [
    ' Node.js ',
    ' Kubernetes ',
    'Wi-Fi',
    ' a quiet morning ',
    '1,280',
    '3.5%',
    '85°C',
    'https://tea.example/a/b?c=1',
  ],
  [
    '𠮷',
    '𪚥',
    '🍵',
    '👩‍🌾',
    '🇹🇼',
    '1️⃣',
    'é',
    'ㄅ',
    'ㄆ',
    '々',
    '\u3000',
    '  ',
    '茶\u{E0100}',
    '<b>',
    '&amp;',
    '한',
  ],
] as const;

/** Titles of all lengths, in which rare characters, pictures, Latin and punctuation meet. */
export function oddTitles(count: number): string[] {
  const random = randomNumbers(4);
  const pick = <T>(from: readonly T[]): T[] => from.slice(random(from.length)).slice(0, 1);
  return Array.from({ length: count }, (_, i) => {
    const length = 1 + random(i % 10 === 0 ? 60 : 8);
    const kinds = i % 3 === 0 ? pieces : pieces.slice(0, 3);
    return Array.from({ length }, () =>
      pick(kinds[random(2) === 0 ? 0 : random(kinds.length)] ?? []).join(''),
    ).join('');
  });
}
