import type { Request, Response } from 'express';
import type { Editor } from '#server/content/history/editor.ts';
import type { SentForm } from '#server/http/form/large-form.ts';

/** A request of a visitor who may use the edit area. */
export interface EditRequest {
  editor: Editor;
  request: Request;
  response: Response;
  /** Read from the body; undefined where none was sent or it has not been read. */
  form?: SentForm;
  /** Sent with the form, where it takes one; null: none was chosen. */
  file?: Buffer | null;
}
