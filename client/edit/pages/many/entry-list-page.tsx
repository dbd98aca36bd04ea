import type { EntryFacts } from '#shared/editing/lists/entry-facts.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import type { Choice } from '#client/edit/form/choices.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { ListPage, listQuery, type ListedEntry, type ListPageProps } from '../list-page.tsx';
import { EntryRow } from './entry-row.tsx';
import { ChangeByChoice, ChangeByText, ManyForm } from './many-form.tsx';

const texts = deskTexts.list;

export interface EntryListPageProps extends Pick<
  ListPageProps,
  'kind' | 'search' | 'state' | 'next' | 'notice'
> {
  items: readonly (ListedEntry & { facts: EntryFacts })[];
  /** Chosen values; null: all. */
  filter: { author: string | null; tag: string | null };
  /** Authors to choose from; null where the kind has none. */
  authors: { items: readonly Choice[]; hasMore: boolean } | null;
  /** Tags to suggest; null where the kind has none. */
  tags: readonly string[] | null;
  /** Tags that were typed before another button was pressed. */
  typedTags: string;
  /** Whether several can be changed at once. */
  mayChangeMany: boolean;
}

/** Editors' list of a kind, by which many are changed at once. */
export function EntryListPage({
  filter,
  authors,
  tags,
  typedTags,
  mayChangeMany,
  ...list
}: EntryListPageProps) {
  const { kind, search, state, items } = list;
  const address = {
    ...(filter.author !== null && { author: filter.author }),
    ...(filter.tag !== null && { tag: filter.tag }),
  };
  const rows = (
    <ul className="edit-list entry-rows">
      {items.map((item) => (
        <Row key={item.key} kind={kind} item={item} isChosen={mayChangeMany} />
      ))}
    </ul>
  );
  const back = listQuery({ search, state, filter: address });
  const changes = <FieldChanges {...{ authors, tags, typedTags }} />;
  const form = (
    <ManyForm kind={kind} back={back} changes={changes}>
      {rows}
    </ManyForm>
  );
  return (
    <>
      <ListPage
        {...list}
        filter={address}
        filterFields={<FilterFields {...{ filter, authors, tags }} />}
        {...(tags !== null && {
          searchLabel: texts.searchTagged,
          ...(mayChangeMany && { actions: <TagsLink /> }),
        })}
      >
        {items.length === 0 ? undefined : mayChangeMany ? form : rows}
      </ListPage>
      {tags !== null && (
        <datalist id={tagList}>
          {tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      )}
      {authors?.hasMore && (
        <datalist id={authorList}>
          <AuthorOptions authors={authors.items} />
        </datalist>
      )}
    </>
  );
}

function TagsLink() {
  const href = useEditHref();
  return (
    <a href={href(editPaths.tags)} className="button">
      {deskTexts.tags.title}
    </a>
  );
}

const tagList = 'tags-in-use';
const authorList = 'some-authors';

function Row({
  kind,
  item,
  isChosen,
}: {
  kind: ListPageProps['kind'];
  item: EntryListPageProps['items'][number];
  isChosen: boolean;
}) {
  const { picture, author, publishedAt } = item.facts;
  return (
    <EntryRow {...{ kind, item, picture, isChosen }}>
      {author !== '' && <span>{author}</span>}
      {publishedAt !== null && item.dueAt === null && (
        <span>{texts.publishedAt(formatDateTime(publishedAt) ?? '')}</span>
      )}
      <span>{editTexts.list.changedAt(formatDateTime(item.changedAt) ?? '')}</span>
    </EntryRow>
  );
}

type Fields = Pick<EntryListPageProps, 'filter' | 'authors' | 'tags'>;

function FilterFields({ filter, authors, tags }: Fields) {
  return (
    <>
      {authors !== null &&
        (authors.hasMore ? (
          <input
            name="author"
            className="field w-auto max-w-[12em]"
            defaultValue={filter.author ?? ''}
            list={authorList}
            aria-label={texts.author}
            placeholder={texts.author}
          />
        ) : (
          <select
            name="author"
            className="field w-auto max-w-[14em]"
            defaultValue={filter.author ?? ''}
            aria-label={texts.author}
          >
            <option value="">{texts.anyAuthor}</option>
            <AuthorOptions authors={authors.items} />
          </select>
        ))}
      {tags !== null && (
        <input
          name="tag"
          className="field w-auto max-w-[10em]"
          defaultValue={filter.tag ?? ''}
          list={tagList}
          aria-label={texts.tag}
          placeholder={texts.tag}
        />
      )}
    </>
  );
}

function FieldChanges({ authors, tags, typedTags }: Omit<Fields, 'filter'> & { typedTags: string }) {
  const many = tableTexts.many;
  return (
    <>
      {authors !== null &&
        (authors.hasMore ? (
          <ChangeByText name="author" label={many.author} list={authorList} />
        ) : (
          <ChangeByChoice does="author" label={many.author}>
            <AuthorOptions authors={authors.items} />
          </ChangeByChoice>
        ))}
      {tags !== null && (
        <ChangeByText
          name="tags"
          label={many.tags}
          placeholder={many.tagsExample}
          typed={typedTags}
          list={tagList}
        >
          <button name="do" value="add.tags" className="button">
            {many.addTags}
          </button>
          <button name="do" value="drop.tags" className="button">
            {many.dropTags}
          </button>
        </ChangeByText>
      )}
    </>
  );
}

function AuthorOptions({ authors }: { authors: readonly Choice[] }) {
  return authors.map(({ id, label }) => (
    <option key={id} value={id}>
      {label}
    </option>
  ));
}
