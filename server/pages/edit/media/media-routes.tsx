import { Router, type RequestHandler } from 'express';
import { LibraryPage, mediaTypes, nameOf } from '#client/edit/pages/media/library-page.tsx';
import type { NoticeText } from '#client/edit/notice.tsx';
import { paths, withBase } from '#shared/address/paths.ts';
import { composed } from '#shared/composed.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { maxFilesOfForm } from '#shared/editing/uploads.ts';
import { libraryTexts as texts } from '#shared/locale/editors/library-texts.ts';
import { listMedia } from '#server/features/editing/media/list-media.ts';
import type { UploadOutcome, Uploads } from '#server/features/editing/media/uploads.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import { createReader } from '#server/freshness/reader.ts';
import { numberIn, queryOf } from '../edit-address.ts';
import type { EditDoors } from '../edit-gate.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditRoutesOptions } from '../entries/entry-routes.tsx';
import { answerForbidden, answerOutcome, answerSignedOut } from './upload-answers.ts';
import { toLibraryMedia } from './library-media.ts';
import { inUploadTurn, takeUpload, takeUploadForm, type FileOutcome } from './upload-request.ts';

export interface MediaRoutesOptions extends EditRoutesOptions {
  uploads: Uploads;
  /** Base of picture addresses; null: the site's own. */
  mediaBase: string | null;
}

/** The library: its list, and new files, from a form or a script. */
export function mediaRoutes(options: MediaRoutesOptions): Router {
  const { gate, responder, uploads, mediaBase } = options;
  const { db, clock } = options.tools;
  const router = Router({ caseSensitive: true, strict: true });
  const { basePath } = responder;
  const readerOf = () => createReader({ db: db.read, now: clock.nowIso(), basePath, mediaBase });

  router.get(
    editPaths.media,
    gate.ofAuthors.read((edit) => {
      const query = queryOf(edit.request);
      const count = numberIn(query.get('uploaded'));
      const done = count ? texts.uploaded(count) : query.get('done') === 'removed' ? texts.remove.done : null;
      return sendLibrary(edit, done === null ? [] : [{ kind: 'done', text: done }]);
    }),
  );

  async function sendLibrary(
    edit: EditRequest,
    notices: readonly NoticeText[],
    statusCode = 200,
  ): Promise<void> {
    const query = queryOf(edit.request);
    const search = composed(query.get('q') ?? '')
      .trim()
      .slice(0, 100);
    const type = mediaTypes.find((each) => each === query.get('type')) ?? 'all';
    const after = query.get('after');
    const filter = { search, type: type === 'all' ? '' : `${type}/`, after };
    const { media, next } = await listMedia(db.read, filter);
    const reader = readerOf();
    const content = (
      <LibraryPage
        media={media.map((row) => toLibraryMedia(reader, row))}
        isFirst={after === null}
        {...{ search, type, next, notices }}
      />
    );
    responder.send({ title: texts.title, content, statusCode, hasScript: true }, edit);
  }

  router.post(
    editPaths.media,
    uploading(gate.ofAuthors, basePath, async (edit) => {
      const form = { uploads, edit, maxFiles: maxFilesOfForm };
      const { editor } = edit;
      const taken = await takeUploadForm(form, (received, name) => uploads.add(received, { name, editor }));
      await answerForm(edit, taken.files, taken.problem && texts.problems[taken.problem]);
    }),
  );

  /** `problem` is one of the form as a whole. */
  async function answerForm(
    edit: EditRequest,
    outcomes: readonly FileOutcome[],
    problem: string | null,
  ): Promise<void> {
    const stored = outcomes.filter(({ outcome }) => outcome.kind === 'stored').length;
    const others = outcomes.filter(({ outcome }) => outcome.kind !== 'stored');
    if (problem === null && others.length === 0 && stored > 0)
      return responder.goTo(`${editPaths.media}?uploaded=${stored}`, edit);
    const notices: NoticeText[] = [
      ...(problem === null ? [] : [{ kind: 'problem' as const, text: problem }]),
      ...others.map(({ name, outcome }) => noticeOf(name, outcome)),
      ...(stored === 0 ? [] : [{ kind: 'done' as const, text: texts.uploaded(stored) }]),
    ];
    if (notices.length === 0) notices.push({ kind: 'problem', text: texts.nothing });
    const isRefused = notices.some(({ kind }) => kind === 'problem');
    await sendLibrary(edit, notices, isRefused ? 422 : 200);
  }

  router.put(
    editPaths.upload,
    uploading(gate.ofAuthors, null, async (edit) => {
      const name = queryOf(edit.request).get('name') ?? '';
      const { editor } = edit;
      const outcome = await inUploadTurn(uploads, edit, (pieces) =>
        takeUpload({ uploads, edit, pieces, name }, (received) => uploads.add(received, { name, editor })),
      );
      answerOutcome(edit, outcome ?? { kind: 'refused', problem: 'busy' }, readerOf());
    }),
  );

  return router;
}

/**
 * Lets those who may upload do so. Nothing has been read of what others send. `basePath` is that of the page to which
 * somebody without a session comes back; null: a script waits for the answer.
 */
export function uploading(
  gate: EditDoors,
  basePath: string | null,
  handle: (edit: EditRequest) => Promise<void>,
): RequestHandler {
  return gate.write(
    (edit) => {
      if (mayDo(edit.editor.role, 'upload')) return handle(edit);
      answerForbidden(edit.response);
    },
    {
      withoutSession(_request, response, failure) {
        if (failure !== undefined) return Promise.reject(failure);
        if (basePath === null) answerSignedOut(response);
        else response.redirect(303, withBase(basePath, paths.loginFor(editPaths.media)));
        return Promise.resolve();
      },
      ofReader: () => Promise.resolve(false),
    },
  );
}

function noticeOf(name: string, outcome: UploadOutcome): NoticeText {
  switch (outcome.kind) {
    case 'stored':
      return { kind: 'done', text: texts.uploaded(1) };
    case 'present':
      return { kind: 'plain', text: texts.present(name, nameOf(outcome.media)) };
    case 'refused':
      return { kind: 'problem', text: texts.refused(name, texts.problems[outcome.problem]) };
    case 'forbidden':
      return { kind: 'problem', text: texts.refused(name, texts.forbidden) };
  }
}
