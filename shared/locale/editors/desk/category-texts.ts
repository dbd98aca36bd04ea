import { formatNumber } from '#shared/locale/numbers.ts';

/** Texts of the edit area about categories and names that may be new. */
export const categoryTexts = {
  onlyNamed: '只有商品用到，尚未建立',
  position: (position: number) => `順序 ${position}`,
  productCount: (count: number) => `${formatNumber(count)} 件商品`,
  /** First option of a field that may stay empty. */
  none: '（沒有）',
  newName: (label: string) => `或輸入新的${label}`,
  takeSimilar: (name: string) => `用「${name}」`,
  editSimilar: (name: string) => `改「${name}」`,
  keepSimilar: (name: string) => `仍然新增「${name}」`,
} as const;
