import type { Request, Response } from 'express';
import { LostSessionPage } from '#client/edit/pages/lost-session-page.tsx';
import { pageNotFound } from '#shared/page-error.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { withBase } from '#shared/paths.ts';
import { sendError, type SendErrorPage } from '#server/http/error-answer.ts';
import { readLargeForm } from '#server/http/large-form.ts';
import type { Services } from '#server/services.ts';
import { sendEditPage, type EditPage } from './send-edit-page.tsx';
import type { EditRequest } from './edit-request.ts';

/** How the edit area answers. */
export interface EditResponder {
  send(page: EditPage, asked: EditRequest): void;
  /** After a form that was done, when this process knows of it: `path` is a site path without the base path. */
  goTo(path: string, asked: EditRequest): Promise<void>;
  /** As if there were nothing. */
  hide(asked: Pick<EditRequest, 'request' | 'response'>): Promise<void>;
  /** Whoever has no session any more gets back everything that was typed. */
  keepText(request: Request, response: Response): Promise<void>;
}

export function createEditResponder(
  services: Pick<Services, 'config' | 'assets' | 'changeFeed'>,
  sendErrorPage: SendErrorPage,
): EditResponder {
  const { basePath } = services.config;
  return {
    send: (page, asked) => sendEditPage(page, asked, services),

    async goTo(path, { response }) {
      await services.changeFeed.settle();
      response.set('Cache-Control', 'no-store').redirect(303, withBase(basePath, path));
    },

    hide: ({ request, response }) =>
      sendError(pageNotFound(request.originalUrl), request, response, sendErrorPage),

    async keepText(request, response) {
      const form = await readLargeForm(request);
      const fields = [...form].flatMap(([name, values]) => values.map((value) => [name, value] as const));
      const content = <LostSessionPage action={request.originalUrl} fields={fields} />;
      const nobody = { accountId: '', name: '', role: 'reader' } as const;
      sendEditPage(
        { title: editTexts.lost.title, content, statusCode: 401 },
        { editor: nobody, request, response },
        services,
      );
    },
  };
}
