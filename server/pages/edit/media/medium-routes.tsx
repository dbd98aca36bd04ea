import { Router } from 'express';
import { MediumPage } from '#client/edit/pages/media/medium-page.tsx';
import { nameOf } from '#client/edit/pages/media/library-page.tsx';
import type { NoticeText } from '#client/edit/notice.tsx';
import { composed } from '#shared/composed.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { libraryTexts as texts } from '#shared/locale/editors/library-texts.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { createWorkQueue } from '#server/base/work-queue.ts';
import { labelMedia, removeMedia } from '#server/features/editing/media/change-media.ts';
import { findUses } from '#server/features/editing/media/find-uses.ts';
import { findMedium } from '#server/features/editing/media/list-media.ts';
import { createReader } from '#server/freshness/reader.ts';
import { valueOf } from '#server/http/form/large-form.ts';
import { mediaUrl } from '#server/media/pictures/picture-queries.ts';
import { queryOf } from '../edit-address.ts';
import type { EditRequest } from '../edit-request.ts';
import { pictureOf, toLibraryMedia } from './library-media.ts';
import { uploading, type MediaRoutesOptions } from './media-routes.tsx';
import { takeUploadForm } from './upload-request.ts';

/** Pages of single files of the library, and what is done with them. */
export function mediumRoutes(options: MediaRoutesOptions): Router {
  const { gate, responder, tools, uploads } = options;
  const { db } = tools;
  const { basePath } = responder;
  const router = Router({ caseSensitive: true, strict: true });
  const look = createLooking();
  const send = mediumSender(options, look);

  router.post(
    '/edit/media/_replace/*path',
    uploading(gate, basePath, async (edit) => {
      const { editor } = edit;
      const place = pathOf(edit);
      if ((await findMedium(db.read, place)) === null) return responder.hide(edit);
      const form = { uploads, edit, maxFiles: 1 };
      const taken = await takeUploadForm(form, (received) => uploads.replace(received, { place, editor }));
      const outcome = taken.files[0]?.outcome;
      if (outcome?.kind === 'stored') return responder.goTo(`${editPaths.medium(place)}?done=replaced`, edit);
      const problem = outcome?.kind === 'refused' ? outcome.problem : (taken.problem ?? 'empty');
      const text = outcome?.kind === 'forbidden' ? texts.forbidden : texts.problems[problem];
      await send(edit, place, [{ kind: 'problem', text }], 422);
    }),
  );

  router.get(
    '/edit/media/*path',
    gate.read((edit) => {
      const done = queryOf(edit.request).get('done');
      const text = done === 'labelled' ? texts.labelled : done === 'replaced' ? texts.replace.done : null;
      return send(edit, `media/${pathOf(edit)}`, text === null ? [] : [{ kind: 'done', text }]);
    }),
  );

  router.post(
    '/edit/media/*path',
    responder.submit(gate, async (edit, form) => {
      const path = `media/${pathOf(edit)}`;
      const done = valueOf(form, 'do');
      if (done === 'label') {
        const label = form.get('label')?.[0] ?? '';
        const result = await labelMedia(tools, { editor: edit.editor, path, label });
        if (result !== 'done') return responder.hide(edit);
        return responder.goTo(`${editPaths.medium(path)}?done=labelled`, edit);
      }
      if (done === 'remove') return remove(edit, path);
      return responder.hide(edit);
    }),
  );

  async function remove(edit: EditRequest, path: string): Promise<void> {
    const result = await look(() => removeMedia(tools, { editor: edit.editor, path }));
    switch (result) {
      case 'done':
        return responder.goTo(`${editPaths.media}?done=removed`, edit);
      case 'needed':
        return send(edit, path, [{ kind: 'problem', text: texts.remove.refused }], 409);
      case 'forbidden':
      case 'missing':
        return responder.hide(edit);
    }
  }

  return router;
}

type Look = <T>(work: () => Promise<T>) => Promise<T>;

/** All texts are read for the uses of a file: of one at a time. */
function createLooking(): Look {
  const looking = createWorkQueue({ atOnce: 1, maxWaiting: 10 });
  return async (work) => {
    const looked = await looking.run(0, async () => ({ value: await work() }));
    if (looked === null) throw new OverloadedError('too many look for the uses of files');
    return looked.value;
  };
}

function mediumSender({ responder, tools, mediaBase }: MediaRoutesOptions, look: Look) {
  const { db, clock } = tools;

  return async function sendMedium(
    edit: EditRequest,
    path: string,
    notices: readonly NoticeText[],
    statusCode = 200,
  ): Promise<void> {
    const row = await findMedium(db.read, path);
    if (row === null || row.content_type.startsWith('font/')) return responder.hide(edit);
    const uses = await look(() => findUses(db.read, path, clock.now()));
    const reader = createReader({
      db: db.read,
      now: clock.nowIso(),
      basePath: responder.basePath,
      mediaBase,
    });
    const picture = row.content_type.startsWith('image/') ? pictureOf(reader, row) : null;
    const content = (
      <MediumPage
        media={toLibraryMedia(reader, row)}
        addedAt={row.added_at}
        large={picture?.src ?? null}
        file={mediaUrl(reader, row.served)}
        {...{ uses, notices }}
      />
    );
    responder.send({ title: nameOf(row), content, statusCode }, edit);
  };
}

/** The end of the address. */
function pathOf({ request }: EditRequest): string {
  const parts = [request.params['path'] ?? []].flat();
  return composed(parts.join('/'));
}
