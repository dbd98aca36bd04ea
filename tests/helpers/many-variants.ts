import { aDrawing, aProduct, type Files } from './content.ts';

const colours = ['紅', '黑', '白', '霧面深海藍灰（限量手工染色，每一件都不一樣）', '原色'];
const sizes = ['小', '中', '大', '特大', '雙人加大（需要兩個人一起搬運，請先量好門寬）'];
const woods = ['白橡木', '胡桃木', '柚木', '回收的老檜木（日治時期林場宿舍拆下的樑柱）'];

export const manyVariantsId = 'table';

/**
 * A product with three options and as many variants as there may be, some with long values. Each has a number and a
 * price; black ones have a picture of their own, and small ones are sold out.
 */
export const manyVariants: Files = {
  [`products/${manyVariantsId}.md`]: aProduct({
    ...{ name: `餐桌${'，可以用很久的餐桌'.repeat(12)}`, category: '家具', price: 12_000, sku: 'TABLE' },
    images: [
      { src: 'media/red.svg', alt: '紅色的餐桌' },
      { src: 'media/black.svg', alt: '黑色的餐桌' },
    ],
    options: [
      { name: '顏色', values: colours },
      { name: '尺寸', values: sizes },
      { name: '木材', values: woods },
    ],
    variants: colours.flatMap((顏色, c) =>
      sizes.flatMap((尺寸, s) =>
        woods.map((木材, w) => ({
          ...{ id: `c${c}-s${s}-w${w}`, options: { 顏色, 尺寸, 木材 } },
          ...{ sku: `TABLE-${c}${s}${w}`, price: 12_000 + 1_000 * s + 100 * w },
          ...(c === 1 && { image: 'media/black.svg' }),
          ...(s === 0 && { availability: 'sold_out' }),
        })),
      ),
    ),
  }),
  'products/cup.md': aProduct({ name: '杯', category: '家具' }),
  'media/red.svg': aDrawing,
  'media/black.svg': aDrawing.replace('#86ad7f', '#222222'),
};
