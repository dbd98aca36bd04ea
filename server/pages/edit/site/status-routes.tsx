import { Router } from 'express';
import { StatusPage } from '#client/edit/pages/staff/status-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { statusTexts } from '#shared/locale/editors/status-texts.ts';
import { pageNotFound } from '#shared/payload/page-error.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import { sendError, type SendErrorPage } from '#server/http/answer/error-answer.ts';
import type { IsOperator } from '#server/http/request/operators.ts';
import { readStatus } from '#server/operate/metrics/read-status.ts';
import type { Services } from '#server/services.ts';
import { createEditGate } from '../edit-gate.ts';
import type { EditRequest } from '../edit-request.ts';
import { sendEditPage } from '../send-edit-page.tsx';

interface StatusOptions {
  isOperator: IsOperator;
  sendErrorPage: SendErrorPage;
}

/**
 * How the site is, for admins; nobody else learns that there is such a page. While the database cannot say who asks, it is
 * for those with a session, of whatever kind, who come from the operators' networks: then it matters most.
 */
export function statusRoutes(services: Services, { isOperator, sendErrorPage }: StatusOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const gate = createEditGate({ accounts: services.accounts, sendErrorPage });

  const read = gate.read(async (edit) => {
    const { request, response } = edit;
    if (mayDo(edit.editor.role, 'see-status')) return send(edit, { isKnown: true });
    await sendError(pageNotFound(request.originalUrl), request, response, sendErrorPage);
  });

  async function send(edit: EditRequest, { isKnown }: { isKnown: boolean }): Promise<void> {
    const status = await readStatus(services);
    const content = <StatusPage status={status} isKnown={isKnown} />;
    sendEditPage({ title: statusTexts.title, content, statusCode: isKnown ? 200 : 503 }, edit, services);
  }

  router.get(editPaths.status, async (request, response, next) => {
    try {
      await read(request, response, next);
    } catch (error) {
      if (findStorageTrouble(error) !== 'lost' || !isOperator(request)) throw error;
      const nobody = { accountId: '', name: '', role: 'reader' } as const;
      await send({ editor: nobody, request, response }, { isKnown: false });
    }
  });
  return router;
}
