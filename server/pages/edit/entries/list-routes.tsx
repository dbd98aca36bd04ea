import { Router } from 'express';
import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { CategoryRows } from '#client/edit/pages/category-rows.tsx';
import { EntryListPage } from '#client/edit/pages/many/entry-list-page.tsx';
import { ListPage, listStates, type ListState } from '#client/edit/pages/list-page.tsx';
import { findEntryFacts } from '#server/features/editing/lists/entry-facts.ts';
import { listEntries } from '#server/features/editing/lists/list-entries.ts';
import {
  authorKind,
  authorReference,
  bothFilters,
  fieldFilterOf,
  hasTags,
  ownFilterOf,
} from '#server/features/editing/lists/list-filter.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import { listMostUsedTags } from '#server/features/articles/tag-queries.ts';
import { kindOf, queryOf } from '../edit-address.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditRoutesOptions } from './entry-routes.tsx';
import { readManyNotice } from '../many/many-notice.ts';
import { productListSender } from '../products/send-product-list.tsx';
import { listTree } from './edited-categories.ts';
import { findOthers } from './find-choices.ts';

/** Maximum of the tags that a field suggests. */
const maxTags = 200;

/** Lists of each kind. */
export function listRoutes({ gate, responder, tools }: EditRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;
  const sendProducts = productListSender({ responder, tools });

  router.get(
    '/edit/:kind',
    gate.ofAuthors.read(async (edit) => {
      const kind = kindOf(edit.request);
      if (kind === null) return responder.hide(edit);
      const query = queryOf(edit.request);
      const search = (query.get('q') ?? '').trim().normalize('NFC').slice(0, 100);
      const state = stateOf(query.get('state'));
      const list = { kind, search, state, after: query.get('after'), now: tools.clock.nowIso() };
      if (kind === 'products') return sendProducts(edit, list);
      const isWhole = search === '' && state === 'all' && list.after === null;
      const seesAll = mayDo(edit.editor.role, 'see-others');
      const tree = isWhole && seesAll ? await listTree(db.read, kind, list.now) : null;
      return tree && tree.length > 0 ? sendTree(edit, list, tree) : sendList(edit, list);
    }),
  );

  function sendTree(edit: EditRequest, { kind, search, state }: Listed, tree: Tree): void {
    const notice = readManyNotice(kind, queryOf(edit.request));
    const content = (
      <ListPage {...{ kind, search, state, notice }} next={null}>
        <CategoryRows categories={tree} />
      </ListPage>
    );
    responder.send({ title: kindPages[kind].label, content }, edit);
  }

  async function sendList(edit: EditRequest, { kind, search, state, after, now }: Listed): Promise<void> {
    const query = queryOf(edit.request);
    const filter = { author: filterIn(query, 'author'), tag: filterIn(query, 'tag') };
    const { items, next } = await listEntries(db.read, kind, {
      ...{ search, state: state === 'all' ? null : state, after, now },
      filter: bothFilters(fieldFilterOf(kind, filter), ownFilterOf(edit.editor)),
    });
    const reader = responder.reader();
    const facts = await findEntryFacts(reader, kind, items);
    const hasAuthors = authorReference(kind) !== undefined;
    const authors = hasAuthors ? (await findOthers(db.read, authorKind, '')).entries[authorKind] : undefined;
    const content = (
      <EntryListPage
        {...{ kind, search, state, next, filter }}
        items={items.map((item) => ({ ...item, facts: facts.get(item.id) ?? noFacts }))}
        authors={authors ?? null}
        tags={hasTags(kind) ? await listMostUsedTags(reader, maxTags) : null}
        typedTags={query.get('tags') ?? ''}
        notice={readManyNotice(kind, query)}
        mayChangeMany={mayDo(edit.editor.role, 'save-others')}
      />
    );
    responder.send({ title: kindPages[kind].label, content }, edit);
  }

  return router;
}

type Tree = NonNullable<Awaited<ReturnType<typeof listTree>>>;

interface Listed {
  kind: Kind;
  search: string;
  state: ListState;
  after: string | null;
  now: string;
}

const noFacts = { picture: null, author: '', publishedAt: null };

function filterIn(query: URLSearchParams, name: string): string | null {
  return query.get(name)?.trim().normalize('NFC').slice(0, 200) || null;
}

function stateOf(text: string | null): ListState {
  return listStates.find((state) => state === text) ?? 'all';
}
