import { MomentPage } from '#client/edit/pages/moment-page.tsx';
import { withBase } from '#shared/address/paths.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { previewTexts } from '#shared/locale/editors/preview-texts.ts';
import type { Services } from '#server/services.ts';
import { queryOf } from '../edit/edit-address.ts';
import type { EditRequest } from '../edit/edit-request.ts';
import { sendEditPage } from '../edit/send-edit-page.tsx';
import { isPreviewed, readTypedMoment } from './preview-place.ts';

/** Leads from the form of a preview to the same page at the typed moment. Returns false when there is no such preview. */
export function chooseMoment(edit: EditRequest, services: Services): boolean {
  const { request, response } = edit;
  const { basePath } = services.config;
  const what = String(request.params['what']);
  if (!isPreviewed(what)) return false;
  const query = queryOf(request);
  const typed = query.get('at') ?? '';
  const path =
    query.get('path') ?? pathBefore(request.get('referer'), withBase(basePath, editPaths.previewAt('')));
  const moment = readTypedMoment(typed, services.clock.nowIso());
  if ('at' in moment) {
    const preview = editPaths.preview(what, moment.at, path.startsWith('/') ? path : '/');
    response.set('Cache-Control', 'no-store').redirect(303, withBase(basePath, preview));
    return true;
  }
  const action = withBase(basePath, editPaths.previewAt(what));
  const content = <MomentPage {...{ action, path, problem: moment.problem }} at={typed} />;
  sendEditPage({ title: previewTexts.momentTitle, content, statusCode: 422 }, edit, services);
  return true;
}

/** Site path of the page of any preview that a request comes from: script may have changed it since it was sent. */
function pathBefore(referer: string | undefined, previews: string): string {
  if (referer === undefined || !URL.canParse(referer)) return '/';
  const { pathname, search } = new URL(referer);
  const [, path] = pathname.startsWith(previews)
    ? (/^[^/]+\/[^/]+(\/.*)$/.exec(pathname.slice(previews.length)) ?? [])
    : [];
  return path === undefined ? '/' : path + search;
}
