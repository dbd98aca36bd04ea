import { Router } from 'express';
import {
  RedirectsPage,
  type ListedRedirect,
  type TypedRedirect,
} from '#client/edit/pages/redirects-page.tsx';
import type { NoticeText } from '#client/edit/notice.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { spellSitePath } from '#server/content/entries/entry-addresses.ts';
import type { EditTools } from '#server/features/editing/entries/change-entry.ts';
import { listRedirects, type Redirect } from '#server/features/editing/site/redirects.ts';
import { addRedirect, dropRedirect } from '#server/features/editing/site/save-redirect.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { queryOf } from '../edit-address.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import { markOf } from '../form-mark.ts';
import type { EditGate } from '../edit-gate.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { readNotice } from '../notices.ts';

interface RedirectRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: EditTools;
}

const shownAtOnce = 50;
const texts = editTexts.redirectsPage;

/** List of redirects. All editors see it, admins change it. */
export function redirectRoutes({ gate, responder, tools }: RedirectRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.get(
    editPaths.redirects,
    gate.read((edit) => send(edit)),
  );

  router.post(
    editPaths.redirects,
    responder.submit(gate, async (edit, form) => {
      const done = valueOf(form, 'do');
      if (done === 'add') await add(edit, form);
      else if (done === 'remove') await remove(edit, valueOf(form, 'from'));
      else await responder.hide(edit);
    }),
  );

  async function add(edit: EditRequest, form: SentForm): Promise<void> {
    const from = valueOf(form, 'from').trim();
    const to = valueOf(form, 'to').trim();
    const isGone = valueOf(form, 'address') === 'gone';
    const mayReplace = valueOf(form, 'replace') === 'on';
    const added = { editor: edit.editor, from, to: isGone ? null : to, mayReplace };
    const result = await addRedirect(tools, added);
    if (result.kind === 'forbidden') return responder.hide(edit);
    if (result.kind === 'done') return responder.goTo(`${editPaths.redirects}?done=redirected`, edit);
    const isTaken = result.kind === 'taken';
    const problem = isTaken ? texts.problems.taken(targetText(result.by)) : texts.problems[result.problem];
    return send(edit, { from, to, isGone, problem, asksToReplace: isTaken });
  }

  async function remove(edit: EditRequest, from: string): Promise<void> {
    const removed = await dropRedirect(tools, { editor: edit.editor, from });
    if (removed === 'forbidden') return responder.hide(edit);
    const query = new URLSearchParams(
      removed === null ? {} : { done: 'redirect-removed', ...wayBack(removed) },
    );
    return responder.goTo(`${editPaths.redirects}?${query}`, edit);
  }

  async function send(edit: EditRequest, typed: TypedRedirect | null = null): Promise<void> {
    const query = queryOf(edit.request);
    const beginning = (query.get('q') ?? '').trim();
    const after = query.get('after') || null;
    const asPath = beginning === '' ? '' : (spellSitePath(`/${beginning.replace(/^\/+/, '')}`) ?? beginning);
    const list = await listRedirects(tools.db.read, { after, limit: shownAtOnce, beginning: asPath });
    const content = (
      <RedirectsPage
        redirects={list.redirects.map(toListed)}
        next={list.next}
        isFirst={after === null}
        notice={typed === null ? noticeOf(query) : null}
        {...{ beginning, typed }}
        mark={markOf([])}
      />
    );
    const hasMainForm = mayDo(edit.editor.role, 'change-redirects');
    const statusCode = typed === null ? 200 : 422;
    responder.send({ title: texts.title, content, hasMainForm, statusCode }, edit);
  }

  return router;
}

/**
 * Fields of a form that takes a removal back; empty when the redirect led to the trash, which no address can lead to.
 */
function wayBack({ from, target }: Redirect): Record<string, string> {
  if (target.kind === 'gone') return { from };
  return target.path === null ? {} : { from, to: target.path };
}

function noticeOf(query: URLSearchParams): NoticeText | null {
  const notice = readNotice(query);
  const from = query.get('from');
  if (notice === null || from === null) return notice;
  const to = query.get('to');
  const fields = [
    ['from', from],
    ['address', to === null ? 'gone' : 'leads'],
    ['to', to ?? ''],
  ] as const;
  return { ...notice, undo: { action: editPaths.redirects, value: 'add', fields } };
}

function toListed(redirect: Redirect): ListedRedirect {
  const { from, by, at } = redirect;
  return { from, by, at, target: targetText(redirect) };
}

function targetText({ target }: Redirect): string {
  if (target.kind === 'gone') return texts.gone;
  return target.path ?? texts.inTrash;
}
