import type { Request, Response } from 'express';
import type { Viewer } from '#shared/accounts.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { listSavedItems } from '../saved-items.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { FoundSession, Sessions } from './sessions.ts';

export interface SignedIn extends FoundSession {
  viewer: Viewer;
}

export interface Viewers {
  /**
   * Without a session cookie a page is everybody's and may be stored and shared. With one it is rendered afresh and
   * neither stored nor shared, also when the session turns out to be over. Asks no database.
   */
  isAnonymous(request: Pick<Request, 'headers'>): boolean;
  /** Resolves to null without a session. A cookie whose session is over is cleared, so that pages are shared again. */
  find(request: Request, response: Response): Promise<SignedIn | null>;
}

export function createViewers(db: Database, sessions: Sessions, cookie: SessionCookie): Viewers {
  return {
    isAnonymous: (request) => cookie.read(request) === null,

    async find(request, response) {
      const secret = cookie.read(request);
      if (secret === null) return null;
      const session = await sessions.find(secret);
      if (session === null) {
        if (!response.headersSent) cookie.clear(response);
        return null;
      }
      const { id, name, role } = session.account;
      return { ...session, viewer: { id, name, role, saved: await listSavedItems(db, id) } };
    },
  };
}
