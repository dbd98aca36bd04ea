import type { Request, RequestHandler, Response } from 'express';
import { paths, withBase } from '#shared/address/paths.ts';
import { pageNotFound } from '#shared/payload/page-error.ts';
import type { Accounts } from '#server/features/accounts/accounts.ts';
import { mayDo, type EditAction } from '#server/features/editing/may-do.ts';
import { sendError, type SendErrorPage } from '#server/http/answer/error-answer.ts';
import type { EditRequest } from './edit-request.ts';

interface EditGateOptions {
  accounts: Accounts;
  sendErrorPage: SendErrorPage;
}

type EditHandler = (edit: EditRequest) => Promise<void> | void;

/** Doors for editors. */
export interface EditGate extends EditDoors {
  /** The same doors for authors too, who come to their own entries alone: the handler asks whose they are (`mayOpen`). */
  ofAuthors: EditDoors;
}

export interface EditDoors {
  /** Lets editors read. Nobody else learns that the page exists, except those whose session has just ended. */
  read(handle: EditHandler): RequestHandler;
  /** Lets editors read a page where they begin. Strangers come to it by way of signing in. */
  enter(handle: EditHandler): RequestHandler;
  /**
   * Lets editors send a form. Its body has not been read: that of others never is. A sender without a session comes to
   * `withoutSession`, which must keep all typed text; so does one who cannot be looked up, with the failure. A sender
   * who is no editor any more comes to `ofReader`, and gets the answer of a missing page where that is false.
   */
  write(handle: EditHandler, others: OtherSenders): RequestHandler;
}

interface OtherSenders {
  withoutSession(request: Request, response: Response, failure?: unknown): Promise<void>;
  ofReader(edit: EditRequest): Promise<boolean>;
}

export function createEditGate({ accounts, sendErrorPage }: EditGateOptions): EditGate {
  const { viewers, site } = accounts;

  async function findEditor(request: Request, response: Response): Promise<EditRequest['editor'] | null> {
    const signedIn = await viewers.find(request, response);
    if (signedIn === null) return null;
    const { id: accountId, name, role } = signedIn.account;
    return { accountId, name, role };
  }

  function hide(request: Request, response: Response): Promise<void> {
    return sendError(pageNotFound(request.originalUrl), request, response, sendErrorPage);
  }

  function reading(action: EditAction, handle: EditHandler, isEntrance: boolean): RequestHandler {
    return async function readInEditArea(request, response) {
      const hadSession = !viewers.isAnonymous(request);
      const editor = await findEditor(request, response);
      if (editor !== null && mayDo(editor.role, action)) return handle({ editor, request, response });
      if (editor !== null || !(hadSession || isEntrance)) return hide(request, response);
      const { pathname, search } = new URL(`http://site${request.originalUrl}`);
      const next = `/${pathname.slice(site.basePath.length)}${search}`;
      response.set('Cache-Control', 'no-store').redirect(303, withBase(site.basePath, paths.loginFor(next)));
    };
  }

  const doorsFor = (action: EditAction): EditDoors => ({
    read: (handle) => reading(action, handle, false),
    enter: (handle) => reading(action, handle, true),

    write: (handle, { withoutSession, ofReader }) =>
      async function writeInEditArea(request, response) {
        let editor: EditRequest['editor'] | null;
        try {
          editor = await findEditor(request, response);
        } catch (failure) {
          return withoutSession(request, response, failure);
        }
        if (editor === null) return withoutSession(request, response);
        const edit = { editor, request, response };
        if (mayDo(editor.role, action)) return handle(edit);
        if (!(await ofReader(edit))) await hide(request, response);
      },
  });
  return { ...doorsFor('see-others'), ofAuthors: doorsFor('see') };
}
