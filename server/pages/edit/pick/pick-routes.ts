import { Router } from 'express';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { pickKindIn } from '#shared/editing/picks.ts';
import { caching } from '#server/pages/store/page-caching.ts';
import { queryOf } from '../edit-address.ts';
import type { EditGate } from '../edit-gate.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { findPicks } from './find-picks.ts';
import { searchIn } from './pick-page.tsx';

/** Things to choose from, for the script of a form. */
export function pickRoutes({ gate, responder }: { gate: EditGate; responder: EditResponder }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(
    editPaths.picks(':what'),
    gate.ofAuthors.read(async (edit) => {
      const what = pickKindIn(String(edit.request.params['what']));
      if (what === null) return responder.hide(edit);
      const query = queryOf(edit.request);
      const search = searchIn(query.get('q') ?? '');
      const { editor } = edit;
      const after = query.get('after');
      const page = await findPicks(responder.reader(), what, { editor, search, after });
      edit.response.set({ 'Cache-Control': caching.personal, 'X-Robots-Tag': 'noindex' }).json(page);
    }),
  );
  return router;
}
