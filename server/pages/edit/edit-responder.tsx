import type { Request, RequestHandler, Response } from 'express';
import { KeptTextPage } from '#client/edit/pages/kept-text-page.tsx';
import { pageNotFound } from '#shared/page-error.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { withBase } from '#shared/paths.ts';
import { sendError, type SendErrorPage } from '#server/http/error-answer.ts';
import { readLargeForm, type SentForm } from '#server/http/large-form.ts';
import { pageErrorOf } from '#server/http/page-error-of.ts';
import { requestIdOf, requestLogOf } from '#server/http/request-log.ts';
import type { Services } from '#server/services.ts';
import { sendEditPage, type EditPage } from './send-edit-page.tsx';
import type { EditGate } from './edit-gate.ts';
import type { EditRequest } from './edit-request.ts';

/** How the edit area answers. */
export interface EditResponder {
  send(page: EditPage, asked: EditRequest): void;
  /** After a form that was done, when this process knows of it: `path` is a site path without the base path. */
  goTo(path: string, asked: EditRequest): Promise<void>;
  /** As if there were nothing. */
  hide(asked: Pick<EditRequest, 'request' | 'response'>): Promise<void>;
  /**
   * Handles a form of an editor. When it cannot be stored now, or its sender has no session any more, everything that
   * was typed comes back, to be sent again.
   */
  submit(
    gate: EditGate,
    handle: (asked: EditRequest, form: SentForm) => Promise<void> | void,
  ): RequestHandler;
  /** Whoever has no session any more gets back everything that was typed. */
  keepText(request: Request, response: Response): Promise<void>;
}

export function createEditResponder(
  services: Pick<Services, 'config' | 'assets' | 'changeFeed'>,
  sendErrorPage: SendErrorPage,
): EditResponder {
  const { basePath } = services.config;

  async function keepText(request: Request, response: Response): Promise<void> {
    const form = await readLargeForm(request);
    const { title, text, again } = editTexts.lost;
    const content = (
      <KeptTextPage
        {...{ title, text, again }}
        isSignedOut
        action={request.originalUrl}
        fields={fieldsOf(form)}
      />
    );
    const nobody = { accountId: '', name: '', role: 'reader' } as const;
    sendEditPage({ title, content, statusCode: 401 }, { editor: nobody, request, response }, services);
  }

  return {
    send: (page, asked) => sendEditPage(page, asked, services),

    async goTo(path, { response }) {
      await services.changeFeed.settle();
      response.set('Cache-Control', 'no-store').redirect(303, withBase(basePath, path));
    },

    hide: ({ request, response }) =>
      sendError(pageNotFound(request.originalUrl), request, response, sendErrorPage),

    submit: (gate, handle) =>
      gate.write(async (asked) => {
        const form = await readLargeForm(asked.request);
        try {
          await handle(asked, form);
        } catch (error) {
          const { request, response } = asked;
          const told = pageErrorOf(error, requestIdOf(response));
          if (response.headersSent || (told.statusCode !== 503 && told.statusCode !== 507)) throw error;
          requestLogOf(response).warn({ err: error }, 'a form of the edit area could not be stored');
          response.set('Retry-After', String(told.retryAfterSeconds ?? retrySeconds));
          const { title, text, again } = editTexts.notStored;
          const content = (
            <KeptTextPage {...{ title, text, again }} action={request.originalUrl} fields={fieldsOf(form)} />
          );
          sendEditPage({ title, content, statusCode: told.statusCode }, asked, services);
        }
      }, keepText),

    keepText,
  };
}

const retrySeconds = 5;

function fieldsOf(form: SentForm): [name: string, value: string][] {
  return [...form].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
}
