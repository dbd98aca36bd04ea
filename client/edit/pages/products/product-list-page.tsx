import type { ProductFacts, ProductFilter } from '#shared/editing/lists/product-facts.ts';
import { availabilities } from '#shared/kinds/availabilities.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { tableTexts as texts } from '#shared/locale/editors/table-texts.ts';
import { texts as siteTexts } from '#shared/locale/texts.ts';
import { formatPrice } from '#shared/locale/prices.ts';
import { useEdit, useEditHref } from '#client/edit/edit-context.ts';
import { optionText } from '#client/edit/form/field-control.tsx';
import { ListPage, listQuery, type ListedEntry, type ListPageProps } from '../list-page.tsx';
import { EntryRow } from '../many/entry-row.tsx';
import { ChangeByChoice, ChangeByText, ManyForm } from '../many/many-form.tsx';

/** A category that can be chosen, with its level in the tree. */
export interface CategoryChoice {
  id: string;
  name: string;
  depth: number;
}

export interface ListedProduct extends ListedEntry {
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
  const { editor } = useEdit();
  const mayChangeMany = editor.role !== 'author';
  const { kind, search, state, items } = list;
  const rows = (
    <ul className="edit-list entry-rows">
      {items.map((item) => (
        <ProductRow key={item.key} kind={kind} item={item} isChosen={mayChangeMany} />
      ))}
    </ul>
  );
  const address = filterQuery(filter);
  const back = listQuery({ search, state, filter: address });
  return (
    <ListPage
      {...list}
      filter={address}
      filterFields={<FilterFields filter={filter} categories={categories} />}
      searchLabel={editTexts.list.searchProducts}
      {...(mayChangeMany && {
        actions: (
          <a href={href(editPaths.table(kind))} className="button">
            {texts.list.table}
          </a>
        ),
      })}
    >
      {items.length === 0 ? undefined : mayChangeMany ? (
        <ManyForm
          kind={kind}
          back={back}
          changes={<ProductChanges categories={categories} badges={badges} />}
        >
          {rows}
        </ManyForm>
      ) : (
        rows
      )}
    </ListPage>
  );
}

function ProductChanges({ categories, badges }: Pick<ProductListPageProps, 'categories' | 'badges'>) {
  const { availability, category, badges: label, badgesExample } = texts.many;
  return (
    <>
      <ChangeByChoice does="availability" label={availability}>
        {availabilities.map((option) => (
          <option key={option} value={option}>
            {optionText(option)}
          </option>
        ))}
      </ChangeByChoice>
      {categories.length > 0 && (
        <ChangeByChoice does="category" label={category}>
          <CategoryOptions categories={categories} />
        </ChangeByChoice>
      )}
      <ChangeByText name="badges" label={label} placeholder={badgesExample} typed={badges} />
    </>
  );
}

/** Each category below the one that it belongs to. */
function CategoryOptions({ categories }: Pick<ProductListPageProps, 'categories'>) {
  return categories.map(({ id, name, depth }) => (
    <option key={id} value={id}>
      {'\u3000'.repeat(depth) + name}
    </option>
  ));
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

interface ProductRowProps {
  kind: ListPageProps['kind'];
  item: ListedProduct;
  isChosen: boolean;
}

function ProductRow({ kind, item, isChosen }: ProductRowProps) {
  const { facts } = item;
  const { picture, sku, price, formerPrice } = facts;
  return (
    <EntryRow kind={kind} item={item} picture={picture} isChosen={isChosen}>
      <span>{price === null ? siteTexts.product.noPrice : formatPrice(price)}</span>
      {formerPrice !== null && <span>{texts.list.formerPrice(formatPrice(formerPrice))}</span>}
      <span>{optionText(facts.availability)}</span>
      {facts.category !== '' && <span>{facts.category}</span>}
      {sku !== null && <span>{editTexts.list.number(sku)}</span>}
      {picture === null && <span>{texts.list.noPicture}</span>}
      <span>{editTexts.list.changedAt(formatDateTime(item.changedAt) ?? '')}</span>
    </EntryRow>
  );
}
