import '#shared/locale/visitors/product-texts.ts';
import type { TFunction } from 'i18next';
import { brandFacet } from '#shared/address/product-filters.ts';
import { paths } from '#shared/address/paths.ts';
import type { ListTable, ProductCardData } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { AvailabilityBadge } from '#client/site/cards/availability-badge.tsx';
import { OfferPrice } from '#client/site/cards/offer-price.tsx';
import { ProductBadges } from '#client/site/cards/product-badges.tsx';
import { CopiedText } from '#client/site/sharing/copied-text.tsx';
import { SitePicture } from '#client/site/site-picture.tsx';
import { useKeptPlace } from './use-kept-place.ts';

/** Characters that are never more than three lines, nor too wide for one. */
const shortLength = 12;

interface ProductTableProps {
  items: readonly ProductCardData[];
  table: ListTable;
}

/** The products of a list with a row each. It scrolls sideways in itself. */
export function ProductTable({ items, table: { columns, rows } }: ProductTableProps) {
  const t = useText();
  const isNumeric = columns.map((_, column) => areFigures(rows.map(({ values }) => values[column] ?? '')));
  const hasPictures = items.some(({ picture }) => picture !== null);
  const hasNumbers = rows.some(({ sku }) => sku !== undefined);
  const { box, keepPlace } = useKeptPlace();
  return (
    <div ref={box} onScroll={keepPlace} className="table-scroll product-table relative">
      <table>
        <thead>
          <tr>
            {hasPictures && <td className="min-w-0" />}
            <th scope="col">{t('table.name')}</th>
            {hasNumbers && <th scope="col">{t('product.sku')}</th>}
            {columns.map((name, column) => (
              <th key={name} scope="col" className={isNumeric[column] ? 'text-end' : undefined}>
                {name === brandFacet ? t('table.brand') : name}
              </th>
            ))}
            <th scope="col" className="text-end">
              {t('table.price')}
            </th>
            <th scope="col">{t('table.availability')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((product, place) => (
            <tr key={product.id}>
              {hasPictures && (
                <td className="min-w-0">
                  {product.picture && (
                    <SitePicture picture={product.picture} place="avatar" className="size-11" />
                  )}
                </td>
              )}
              <NameCell product={product} t={t} />
              {hasNumbers && <NumberCell sku={rows[place]?.sku} t={t} />}
              {rows[place]?.values.map((value, column) => (
                <ValueCell key={columns[column]} value={value} isNumeric={isNumeric[column] === true} />
              ))}
              <td className="figures text-end">
                <span className="grid">
                  <OfferPrice offer={product} className="figures" />
                </span>
              </td>
              <td>
                <AvailabilityBadge offer={product} t={t} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NameCell({ product, t }: { product: ProductCardData; t: TFunction }) {
  const href = useHref();
  return (
    <th scope="row">
      <a href={href(paths.product(product.id))} className="block min-h-11 text-strong hover:text-primary">
        <span className="clamped">{product.name}</span>
        <small className="block text-soft">
          <ProductBadges product={product} t={t} />
        </small>
      </a>
    </th>
  );
}

function NumberCell({ sku, t }: { sku: string | undefined; t: TFunction }) {
  return (
    <td className={sku !== undefined && sku.length <= shortLength ? 'figures' : undefined}>
      {sku !== undefined && <CopiedText text={sku} label={`${t('copy.sku')} ${sku}`} className="-my-2" />}
    </td>
  );
}

function ValueCell({ value, isNumeric }: { value: string; isNumeric: boolean }) {
  const text = value.length > shortLength ? <span className="clamped">{value}</span> : value;
  if (!isNumeric) return <td>{text}</td>;
  return <td className={figure.test(value) ? 'figures text-end' : 'text-end'}>{text}</td>;
}

/** A number, perhaps with a sign and a unit, such as ±5%, 1/4 W or 1,000 毫升. */
const figure = /^[±<>≤≥~+-]? ?\d[\d,./–-]*(?: ?[^\s\d]{1,6})?$/u;

/** Whether most values of a column are numbers, which then stand below each other. */
function areFigures(values: readonly string[]): boolean {
  const given = values.filter((value) => value !== '');
  return 2 * given.filter((value) => figure.test(value)).length > given.length;
}
