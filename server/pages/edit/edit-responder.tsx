import type { RequestHandler } from 'express';
import { pageNotFound } from '#shared/payload/page-error.ts';
import { withBase } from '#shared/address/paths.ts';
import { sendError, type SendErrorPage } from '#server/http/answer/error-answer.ts';
import { isClientError } from '#server/http/answer/error-handler.ts';
import { readFormWithFile, readLargeForm, type SentForm } from '#server/http/form/large-form.ts';
import { createReader, type Reader } from '#server/freshness/reader.ts';
import type { Services } from '#server/services.ts';
import { sendEditPage, type EditPage } from './send-edit-page.tsx';
import { createTextKeeper, isWhole, type TextKeeper } from './text-keeper.tsx';
import { isTouched, leavingTo, withMainButton } from './form-mark.ts';
import type { EditDoors } from './edit-gate.ts';
import type { EditRequest } from './edit-request.ts';

/** How the edit area answers. */
export interface EditResponder {
  /** Starts and ends with a slash. */
  basePath: string;
  /** Reads as pages of this moment do. */
  reader(): Reader;
  send(page: EditPage, edit: EditRequest): void;
  /** After a form that was done, when this process knows of it: `path` is a site path without the base path. */
  goTo(path: string, edit: EditRequest): Promise<void>;
  /** Answers 404. A form comes back with the text that was typed in it. */
  hide(edit: EditRequest): Promise<void>;
  /**
   * Handles a form of an editor. When it did not come whole or cannot be stored, for any reason, or its sender has no
   * session any more, all typed text comes back, to be sent again.
   */
  submit(
    gate: EditDoors,
    handle: (edit: EditRequest, form: SentForm) => Promise<void> | void,
    file?: FormFile,
  ): RequestHandler;
  /** Answers an editor who is about to leave text that was typed in a form and is not stored: it is shown before. */
  askToLeave: TextKeeper['sendLeaving'];
}

/** File that a form may have. */
interface FormFile {
  maxBytes: number;
  /** Answers the sender of a larger one, of which nothing was read. */
  refuse(edit: EditRequest): void;
}

export function createEditResponder(
  services: Pick<Services, 'config' | 'assets' | 'changeFeed' | 'clock' | 'db'>,
  sendErrorPage: SendErrorPage,
): EditResponder {
  const { basePath, media } = services.config;

  const { keepText, sendNotStored, sendNotWhole, sendHomeless, sendLeaving, sendRefused, keepOfReader } =
    createTextKeeper(services);

  async function goTo(path: string, { response }: EditRequest): Promise<void> {
    await services.changeFeed.settle();
    response.set('Cache-Control', 'no-store').redirect(303, withBase(basePath, path));
  }

  async function keepOnFailure(
    edit: EditRequest,
    form: SentForm,
    work: () => Promise<void> | void,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (edit.response.headersSent) throw error;
      if (isClientError(error)) sendRefused(error, edit, form);
      else sendNotStored(error, form, edit);
    }
  }

  return {
    basePath,

    reader: () =>
      createReader({
        db: services.db.read,
        now: services.clock.nowIso(),
        basePath,
        mediaBase: media.url,
      }),

    send: (page, edit) => sendEditPage(page, edit, services),

    goTo,

    async hide(edit) {
      const { request, response, form } = edit;
      if (form !== undefined && sendHomeless(form, edit)) return;
      await sendError(pageNotFound(request.originalUrl), request, response, sendErrorPage);
    },

    submit: (gate, handle, formFile) =>
      gate.write(
        async (sent) => {
          const edit = await readSent(sent, formFile).catch((error: unknown) => {
            if (!isClientError(error)) throw error;
            if (formFile && error.status === 413) formFile.refuse(sent);
            else sendRefused(error, sent);
            return null;
          });
          if (edit === null) return;
          const { form } = edit;
          if (!isWhole(form)) return sendNotWhole(form, edit);
          await keepOnFailure(edit, form, () => {
            const path = leavingTo(form, basePath);
            if (path !== null && !isTouched(form)) return goTo(path, edit);
            // Texts with a body can be a draft, which their handler knows to keep.
            if (path !== null && !form.has('body')) return sendLeaving(path, form, edit);
            return handle(edit, form);
          });
        },
        { withoutSession: keepText, ofReader: keepOfReader },
      ),

    askToLeave: sendLeaving,
  };
}

async function readSent(
  edit: EditRequest,
  formFile: FormFile | undefined,
): Promise<EditRequest & { form: SentForm }> {
  if (formFile === undefined) return { ...edit, form: withMainButton(await readLargeForm(edit.request)) };
  const sent = await readFormWithFile(edit.request, formFile.maxBytes);
  return { ...edit, ...sent, form: withMainButton(sent.form) };
}
