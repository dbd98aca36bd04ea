import type { Request, Response } from 'express';
import type { Editor } from '#server/content/editor.ts';

/** A request of somebody who may be in the edit area. */
export interface EditRequest {
  editor: Editor;
  request: Request;
  response: Response;
}
