import { kindPages } from '#shared/kinds/kind-names.ts';
import { Router } from 'express';
import { CategoryRows } from '#client/edit/pages/category-rows.tsx';
import { ListPage, listStates, type ListState } from '#client/edit/pages/list-page.tsx';
import { listEntries } from '#server/features/editing/lists/list-entries.ts';
import { kindOf, queryOf } from '../edit-address.ts';
import type { EditRoutesOptions } from './entry-routes.tsx';
import { productListSender } from '../products/send-product-list.tsx';
import { readNotice } from '../notices.ts';
import { listTree } from './edited-categories.ts';

interface ListRoutesOptions extends EditRoutesOptions {
  /** Base of picture addresses; null: the site's own. */
  mediaBase: string | null;
}

/** Lists of each kind. */
export function listRoutes({ gate, responder, tools, mediaBase }: ListRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;
  const sendProducts = productListSender({ responder, tools, mediaBase });

  router.get(
    '/edit/:kind',
    gate.read(async (edit) => {
      const kind = kindOf(edit.request);
      if (kind === null) return responder.hide(edit);
      const query = queryOf(edit.request);
      const search = (query.get('q') ?? '').trim().normalize('NFC').slice(0, 100);
      const state = stateOf(query.get('state'));
      const listed = {
        search,
        state: state === 'all' ? null : state,
        after: query.get('after'),
        now: tools.clock.nowIso(),
      };
      if (kind === 'products') return sendProducts(edit, { kind, ...listed, state });
      const isWhole = search === '' && state === 'all' && listed.after === null;
      const tree = isWhole ? await listTree(db.read, kind, listed.now) : null;
      const page = tree ? { items: [], next: null } : await listEntries(db.read, kind, listed);
      const notice = readNotice(query);
      const content = (
        <ListPage {...{ kind, search, state, notice, ...page }}>
          {tree && tree.length > 0 ? <CategoryRows categories={tree} /> : undefined}
        </ListPage>
      );
      responder.send({ title: kindPages[kind].label, content }, edit);
    }),
  );

  return router;
}

function stateOf(text: string | null): ListState {
  return listStates.find((state) => state === text) ?? 'all';
}
