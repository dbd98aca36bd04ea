import type { RequestHandler } from 'express';
import { pageNotFound } from '#shared/payload/page-error.ts';
import { withBase } from '#shared/address/paths.ts';
import { sendError, type SendErrorPage } from '#server/http/answer/error-answer.ts';
import { isClientError } from '#server/http/answer/error-handler.ts';
import { readLargeForm, type SentForm } from '#server/http/form/large-form.ts';
import type { Services } from '#server/services.ts';
import { sendEditPage, type EditPage } from './send-edit-page.tsx';
import { createTextKeeper, isWhole, type TextKeeper } from './text-keeper.tsx';
import { isTouched, leavingTo } from './form-mark.ts';
import type { EditGate } from './edit-gate.ts';
import type { EditRequest } from './edit-request.ts';

/** How the edit area answers. */
export interface EditResponder {
  /** Starts and ends with a slash. */
  basePath: string;
  send(page: EditPage, asked: EditRequest): void;
  /** After a form that was done, when this process knows of it: `path` is a site path without the base path. */
  goTo(path: string, asked: EditRequest): Promise<void>;
  /** Answers 404. A form comes back with the text that was typed in it. */
  hide(asked: EditRequest): Promise<void>;
  /**
   * Handles a form of an editor. When it did not come whole or cannot be stored, for any reason, or its sender has no
   * session any more, all typed text comes back, to be sent again.
   */
  submit(
    gate: EditGate,
    handle: (asked: EditRequest, form: SentForm) => Promise<void> | void,
  ): RequestHandler;
  /** Answers an editor who is about to leave text that was typed in a form and is not stored: it is shown before. */
  askToLeave: TextKeeper['sendLeaving'];
}

export function createEditResponder(
  services: Pick<Services, 'config' | 'assets' | 'changeFeed' | 'clock'>,
  sendErrorPage: SendErrorPage,
): EditResponder {
  const { basePath } = services.config;

  const { keepText, sendNotStored, sendNotWhole, sendHomeless, sendLeaving, sendRefused, keepOfReader } =
    createTextKeeper(services);

  async function goTo(path: string, { response }: EditRequest): Promise<void> {
    await services.changeFeed.settle();
    response.set('Cache-Control', 'no-store').redirect(303, withBase(basePath, path));
  }

  async function keepOnFailure(
    asked: EditRequest,
    form: SentForm,
    work: () => Promise<void> | void,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (asked.response.headersSent) throw error;
      if (isClientError(error)) sendRefused(error, asked, form);
      else sendNotStored(error, form, asked);
    }
  }

  return {
    basePath,

    send: (page, asked) => sendEditPage(page, asked, services),

    goTo,

    async hide(asked) {
      const { request, response, form } = asked;
      if (form !== undefined && sendHomeless(form, asked)) return;
      await sendError(pageNotFound(request.originalUrl), request, response, sendErrorPage);
    },

    submit: (gate, handle) =>
      gate.write(
        async (asked) => {
          const form = await readLargeForm(asked.request).catch((error: unknown) => {
            if (!isClientError(error)) throw error;
            sendRefused(error, asked);
            return null;
          });
          if (form === null) return;
          if (!isWhole(form)) return sendNotWhole(form, asked);
          await keepOnFailure(asked, form, () => {
            const path = leavingTo(form, basePath);
            if (path !== null && !isTouched(form)) return goTo(path, asked);
            // Texts with a body can be a draft, which their handler knows to keep.
            if (path !== null && !form.has('body')) return sendLeaving(path, form, asked);
            return handle({ ...asked, form }, form);
          });
        },
        { withoutSession: keepText, ofReader: keepOfReader },
      ),

    askToLeave: sendLeaving,
  };
}
