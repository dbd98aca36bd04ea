import { Router, type Request, type Response } from 'express';
import { createElement } from 'react';
import { BusyPage } from '#client/edit/pages/busy-page.tsx';
import { UnreadyPage } from '#client/edit/pages/entry/unready-page.tsx';
import { describeProblems } from '../edit/entries/problem-texts.ts';
import { previewTexts } from '#shared/locale/editors/preview-texts.ts';
import { pageNotFound, unavailable } from '#shared/payload/page-error.ts';
import { withBase } from '#shared/address/paths.ts';
import type { RenderedBody } from '#server/content/markdown/render-markdown.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { createDraftParser } from '#server/features/editing/entries/parse-draft.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { mayDo, mayOpen } from '#server/features/editing/may-do.ts';
import type { UnreadyDraft } from '#server/features/editing/entries/ready-drafts.ts';
import { sendError, sendErrorJson, type SendErrorPage } from '#server/http/answer/error-answer.ts';
import { isReadMethod } from '#server/http/request/read-method.ts';
import { requestIdOf } from '#server/http/request/request-log.ts';
import type { Services } from '#server/services.ts';
import { createEditGate } from '../edit/edit-gate.ts';
import type { EditRequest } from '../edit/edit-request.ts';
import { sendEditPage } from '../edit/send-edit-page.tsx';
import { caching } from '../store/page-caching.ts';
import { exchangeOf } from '../page-request.ts';
import { payloadSuffix, readTarget, type PageTarget } from '../page-target.ts';
import { findPlans, findPreviewed } from './find-previewed.ts';
import { createPreviewLoader, type LoadedPreview } from './load-preview.ts';
import { backTo, describePreview, nameOf } from './preview-banner.ts';
import { createPreviewMounts } from './preview-mounts.ts';
import { chooseMoment } from './choose-moment.tsx';
import { momentPattern, previewPattern, readPreviewPlace } from './preview-place.ts';
import { sendPreview } from './send-preview.tsx';

interface PreviewOptions {
  sendErrorPage: SendErrorPage;
  /** Makes HTML of Markdown, before anything is locked. */
  render: (source: string) => Promise<RenderedBody>;
}

/** The whole site as it will be, for editors: with the draft of one entry or of all, now or at a minute to come. */
export async function previewRoutes(
  services: Services,
  { sendErrorPage, render }: PreviewOptions,
): Promise<Router> {
  const { accounts, clock, config, db } = services;
  const router = Router({ caseSensitive: true, strict: true });
  const gate = createEditGate({ accounts, sendErrorPage });
  const mountAt = await createPreviewMounts(services);
  const loadPreview = createPreviewLoader(services);
  const parse = createDraftParser(render);

  const hide = (request: Request, response: Response) =>
    sendError(pageNotFound(request.originalUrl), request, response, sendErrorPage);

  async function preview(edit: EditRequest): Promise<void> {
    const { request, response } = edit;
    const { what, at } = request.params;
    const place = readPreviewPlace(
      { what: String(what), at: String(at) },
      request.originalUrl,
      config.basePath,
    );
    const isTheirs = place !== null && (await mayPreview(edit.editor, place.entryKey));
    const previewed = isTheirs ? await findPreviewed(db.read, place.entryKey, parse) : null;
    if (!place || !previewed) return hide(request, response);
    response.set({ 'Cache-Control': caching.personal, 'X-Robots-Tag': 'noindex' });
    const { pathname, search } = new URL(`http://site${request.originalUrl}`);
    if (`${pathname}/` === place.basePath) return response.redirect(308, place.basePath + search);
    const mount = mountAt(place.basePath);
    const target = await readTarget(mount.site, request.originalUrl);
    if (target.redirectTo !== null) return redirect(target.redirectTo, target, place.basePath, edit);
    const { entry, ready, unready, site, isOfSite } = previewed;
    const [lacking] = unready;
    if (entry !== null && lacking) return sendUnready(lacking, target, edit, services);

    const { onError } = exchangeOf(request, response);
    const options = { requestId: requestIdOf(response), onError };
    const { accountId, role } = edit.editor;
    const now = clock.nowIso();
    const seesAll = mayDo(role, 'see-others');
    const { moment } = place;
    const of = { moment, madeBy: seesAll ? null : accountId, drafts: ready };
    const planned = await findPlans(db.read, of, parse);
    const { plans, drafts } = planned;
    const wanted = {
      ...{ target, drafts, plans, site },
      at: moment ?? now,
      hiddenFrom: seesAll || moment === null ? null : { accountId, now },
      basePath: place.basePath,
    };
    const loaded = await loadPreview(wanted, options).catch(nullIfBusy);
    if (loaded === null) return sendBusy(target, edit, services);
    response.set('Server-Timing', `lock;dur=${loaded.heldMs.toFixed(2)}`);
    const { page, lacksFilters } = loaded;
    const leftOut = [...unready, ...planned.unready];
    const lacks = { filters: lacksFilters, plans: planned.isCut };
    const shown = { place, entry, isOfSite, seesAll, ready, plans, leftOut, lacks };
    const banner = describePreview(shown, config.basePath);
    await sendPreview({ mount, target, page, banner, onError }, request, response);
  }

  /** Authors see their own drafts alone. */
  async function mayPreview(editor: Editor, entryKey: string | null): Promise<boolean> {
    if (mayDo(editor.role, 'see-others')) return true;
    if (entryKey === null) return false;
    const own = db.read.selectFrom('entries').select('made_by').where('key', '=', entryKey);
    return mayOpen(editor, (await own.executeTakeFirst()) ?? { made_by: null });
  }

  router.get(
    momentPattern,
    gate.ofAuthors.read((edit) =>
      chooseMoment(edit, services) ? undefined : hide(edit.request, edit.response),
    ),
  );

  const read = gate.ofAuthors.read(preview);
  router.use(previewPattern, (request, response, next) =>
    // Its forms are visitors': nothing is sent from here.
    isReadMethod(request) ? read(request, response, next) : hide(request, response),
  );

  return router;
}

function nullIfBusy(error: unknown): LoadedPreview | null {
  if (findStorageTrouble(error) === 'busy') return null;
  throw error;
}

function redirect(
  path: string,
  target: PageTarget,
  basePath: string,
  { request, response }: EditRequest,
): void {
  const right = target.isPayload ? `${path === '/' ? '' : path}${payloadSuffix}` : path;
  const { search } = new URL(`http://site${request.originalUrl}`);
  response.redirect(308, withBase(basePath, right) + search);
}

/** Answers for a draft that cannot be published, and so not be written for a preview either. */
function sendUnready(
  { draft, problems }: UnreadyDraft,
  { isPayload }: PageTarget,
  edit: EditRequest,
  services: Services,
): void {
  const { request, response } = edit;
  if (isPayload) {
    const text = 'The draft cannot be published as it is';
    sendErrorJson({ statusCode: 422, statusMessage: text, message: text }, request, response);
    return;
  }
  const title = nameOf(draft);
  const back = backTo(draft, services.config.basePath);
  const { fields, body } = describeProblems(draft.kind, problems);
  const sentences = [...fields.values(), ...body];
  const content = createElement(UnreadyPage, { title, back, problems: sentences });
  sendEditPage({ title: previewTexts.unreadyTitle, content, statusCode: 422 }, edit, services);
}

function sendBusy({ isPayload }: PageTarget, edit: EditRequest, services: Services): void {
  const { request, response } = edit;
  const error = unavailable(requestIdOf(response));
  response.set('Retry-After', String(error.retryAfterSeconds));
  if (isPayload) {
    sendErrorJson(error, request, response);
  } else {
    const content = createElement(BusyPage, { again: request.originalUrl });
    sendEditPage({ title: previewTexts.busyTitle, content, statusCode: error.statusCode }, edit, services);
  }
}
