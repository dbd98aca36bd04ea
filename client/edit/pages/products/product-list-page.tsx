import type { ProductFacts, ProductFilter } from '#shared/editing/product-facts.ts';
import { availabilities } from '#shared/kinds/availabilities.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { tableTexts as texts } from '#shared/locale/editors/table-texts.ts';
import { texts as siteTexts } from '#shared/locale/texts.ts';
import { formatPrice } from '#shared/locale/prices.ts';
import { smallestFile } from '#shared/picture-files.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { EntryState } from '#client/edit/entry-state.tsx';
import { optionText } from '#client/edit/form/field-control.tsx';
import { ListPage, listQuery, type ListedEntry, type ListPageProps } from '../list-page.tsx';
import { CategoryOptions, ManyForm, type CategoryChoice } from '../many/many-form.tsx';

export interface ListedProduct extends ListedEntry {
  version: number;
  facts: ProductFacts;
}

export interface ProductListPageProps extends Pick<
  ListPageProps,
  'kind' | 'search' | 'state' | 'next' | 'notice'
> {
  items: readonly ListedProduct[];
  filter: ProductFilter;
  categories: readonly CategoryChoice[];
  /** Badges that were typed before another button was pressed. */
  badges: string;
}

/** Editors' list of products, by which many are changed at once. */
export function ProductListPage({ filter, categories, badges, ...list }: ProductListPageProps) {
  const href = useEditHref();
  const { kind, search, state, items } = list;
  const address = filterQuery(filter);
  const back = listQuery({ search, state, filter: address });
  return (
    <ListPage
      {...list}
      filter={address}
      filterFields={<FilterFields filter={filter} categories={categories} />}
      searchLabel={editTexts.list.searchProducts}
      actions={
        <a href={href(editPaths.table(kind))} className="button">
          {texts.list.table}
        </a>
      }
    >
      {items.length > 0 ? (
        <ManyForm kind={kind} back={back} categories={categories} badges={badges}>
          <ul className="edit-list product-rows">
            {items.map((item) => (
              <ProductRow key={item.key} kind={kind} item={item} />
            ))}
          </ul>
        </ManyForm>
      ) : undefined}
    </ListPage>
  );
}

function filterQuery({ category, availability, hasNoPicture, isOnSale }: ProductFilter) {
  return {
    ...(category !== null && { category }),
    ...(availability !== null && { availability }),
    ...(hasNoPicture && { picture: 'none' }),
    ...(isOnSale && { sale: 'on' }),
  };
}

function FilterFields({ filter, categories }: Pick<ProductListPageProps, 'filter' | 'categories'>) {
  const { category, availability, hasNoPicture, isOnSale } = filter;
  return (
    <>
      <select
        name="category"
        className="field w-auto max-w-[14em]"
        defaultValue={category ?? ''}
        aria-label={texts.list.category}
      >
        <option value="">{texts.list.anyCategory}</option>
        <CategoryOptions categories={categories} />
      </select>
      <select
        name="availability"
        className="field w-auto"
        defaultValue={availability ?? ''}
        aria-label={texts.list.availability}
      >
        <option value="">{texts.list.anyAvailability}</option>
        {availabilities.map((option) => (
          <option key={option} value={option}>
            {optionText(option)}
          </option>
        ))}
      </select>
      <label className="row-link mx-0">
        <input type="checkbox" name="picture" value="none" defaultChecked={hasNoPicture} />
        {texts.list.noPicture}
      </label>
      <label className="row-link mx-0">
        <input type="checkbox" name="sale" value="on" defaultChecked={isOnSale} />
        {texts.list.onSale}
      </label>
    </>
  );
}

function ProductRow({ kind, item }: { kind: ListPageProps['kind']; item: ListedProduct }) {
  const href = useEditHref();
  const { id, version, facts } = item;
  const title = item.title || editTexts.list.untitled;
  const { picture, sku, price, formerPrice } = facts;
  return (
    <li>
      <label className="row-link mx-0">
        <input
          type="checkbox"
          name="chosen"
          value={`${version} ${id}`}
          disabled={facts.isDraftOnly}
          aria-label={texts.many.choose(title)}
        />
      </label>
      <a href={href(editPaths.entry(kind, id))}>
        <span className="product-thumb">
          {picture && <img src={smallestFile(picture)} alt="" loading="lazy" decoding="async" />}
        </span>
        {title}
      </a>
      {!facts.isDraftOnly && <input type="hidden" name="listed" value={`${version} ${id}`} />}
      <span className="product-facts">
        <span>{price === null ? siteTexts.product.noPrice : formatPrice(price)}</span>
        {formerPrice !== null && <span>{texts.list.formerPrice(formatPrice(formerPrice))}</span>}
        <span>{optionText(facts.availability)}</span>
        {facts.category !== '' && <span>{facts.category}</span>}
        {sku !== null && <span>{editTexts.list.number(sku)}</span>}
        {picture === null && <span>{texts.list.noPicture}</span>}
        <span>{editTexts.list.changedAt(formatDateTime(item.changedAt) ?? '')}</span>
      </span>
      <EntryState entry={item} />
    </li>
  );
}
