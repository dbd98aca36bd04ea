import type { Request, Response } from 'express';
import { KeptTextPage, type KeptTextPageProps } from '#client/edit/pages/entry/kept-text-page.tsx';
import { isTypedName } from '#shared/editing/typed-names.ts';
import { wholeFormField } from '#shared/editing/whole-form.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { networkOf } from '#server/features/accounts/network.ts';
import { isClientError } from '#server/http/answer/error-handler.ts';
import { httpError } from '#server/http/answer/http-error.ts';
import {
  maxLargeFormBytes,
  readBefore,
  readFormOfStranger,
  valueOf,
  type SentForm,
} from '#server/http/form/large-form.ts';
import { createNetworkTurns } from '#server/http/request/network-turns.ts';
import { pageErrorOf } from '#server/http/answer/page-error-of.ts';
import { requestIdOf, requestLogOf } from '#server/http/request/request-log.ts';
import type { Services } from '#server/services.ts';
import type { EditRequest } from './edit-request.ts';
import { doneByMain } from './form-mark.ts';
import { sendEditPage, type EditPage } from './send-edit-page.tsx';

/** Gives back the text of a form that cannot be stored. */
export interface TextKeeper {
  /**
   * To a sender who may be no editor, or a stranger: the session has ended, or it could not be looked up, which is the
   * failure.
   */
  keepText(request: Request, response: Response, failure?: unknown): Promise<void>;
  /** To an editor, after the handler of the form has failed. */
  sendNotStored(error: unknown, form: SentForm, edit: EditRequest): void;
  /** To the sender of a form that is refused for its size or its bytes, with the part that was read of it. */
  sendRefused(error: Error & { status: number }, edit: EditRequest, form?: SentForm): void;
  /** To an editor who has become a reader since the form was opened. Resolves to false when nothing was typed. */
  keepOfReader(edit: EditRequest): Promise<boolean>;
  /** To the sender of a form from a page that was cut off on its way: nothing of it is stored. */
  sendNotWhole(form: SentForm, edit: EditRequest): void;
  /** To an editor who is about to leave a form with something typed in it, which is no draft. */
  sendLeaving(path: string, form: SentForm, edit: EditRequest): void;
  /** To an editor whose form has nowhere to go any more. Returns false when nothing was typed in it. */
  sendHomeless(form: SentForm, edit: EditRequest): boolean;
}

export function createTextKeeper(services: Pick<Services, 'config' | 'assets' | 'clock'>): TextKeeper {
  const turns = createNetworkTurns(services.clock, strangers);

  function keepText(request: Request, response: Response, failure?: unknown): Promise<void> {
    const edit = { editor: nobody, request, response };
    return readOfStranger(edit, (form) => {
      if (failure !== undefined) sendNotStored(failure, form, edit);
      else if (!isWhole(form)) sendNotWhole(form, edit, 401);
      else send({ ...editTexts.lost, isSignedOut: true, statusCode: 401 }, form, edit);
    });
  }

  async function keepOfReader(edit: EditRequest): Promise<boolean> {
    let isKept = false;
    await readOfStranger(edit, (form) => (isKept = sendHomeless(form, edit)));
    // A form that is refused for its bytes has its answer, too.
    return isKept || edit.response.headersSent;
  }

  /** Reads a form of somebody without the role of an editor, within limits. */
  async function readOfStranger(edit: EditRequest, answer: (form: SentForm) => void): Promise<void> {
    const { request, response } = edit;
    const giveBack = turns.take(networkOf(request.ip));
    if (giveBack === null) {
      // Bytes of a form are skipped: a sender who is cut off while sending gets no answer.
      if (!(Number(request.headers['content-length']) <= maxLargeFormBytes))
        response.set('Connection', 'close');
      response.set('Retry-After', '60');
      throw httpError(429, 'too many forms without a session come from one network, or in all');
    }
    try {
      const form = await readFormOfStranger(request, maxStrangersFormBytes);
      if (countEscaped(typedIn(form)) > maxStrangersEscaped)
        throw httpError(413, 'the form has more markup than any text');
      answer(form);
    } catch (error) {
      // A stranger's form comes back if a browser of an editor may have sent it: whole, and of 100,000 marks at most.
      const form = readBefore(error);
      const isOfEditor = isWhole(form) && countEscaped(typedIn(form)) <= maxStrangersEscaped;
      if (!isClientError(error) || error.status !== 400 || !isOfEditor) throw error;
      sendRefused(error, edit);
    } finally {
      giveBack();
    }
  }

  function sendRefused(error: Error & { status: number }, edit: EditRequest, form = readBefore(error)): void {
    send(refusedText(error.status, form, edit.request), form, edit);
  }

  /** Answers a form whose handler failed with everything that was typed in it. */
  function sendNotStored(error: unknown, form: SentForm, edit: EditRequest): void {
    const { response } = edit;
    const { statusCode, requestId = '', retryAfterSeconds } = pageErrorOf(error, requestIdOf(response));
    const isExpected = statusCode !== 500;
    const log = requestLogOf(response);
    if (isExpected) log.warn({ err: error }, 'a form of the edit area could not be stored');
    else log.error({ err: error }, 'a form of the edit area failed');
    if (isExpected) response.set('Retry-After', String(retryAfterSeconds ?? retrySeconds));
    const { title, text, failed } = editTexts.notStored;
    send({ title, text: isExpected ? text : failed(requestId), statusCode }, form, edit);
  }

  function sendNotWhole(form: SentForm, edit: EditRequest, statusCode = 422): void {
    const { title, text } = editTexts.notWhole;
    send({ title, text, statusCode, next: { page: pageOfForm(edit.request) } }, form, edit);
  }

  function sendHomeless(form: SentForm, edit: EditRequest): boolean {
    const { title, homeless } = editTexts.notStored;
    const page = keptText({ title, text: homeless, statusCode: 404 }, form, edit);
    if (page !== null) sendEditPage(page, edit, services);
    return page !== null;
  }

  function sendLeaving(path: string, form: SentForm, edit: EditRequest): void {
    const { title, text } = editTexts.leave;
    send({ title, text, statusCode: 422, leaveTo: path }, form, edit);
  }

  function send(kept: KeptText, form: SentForm, edit: EditRequest) {
    sendEditPage(pageOf(kept, form, edit), edit, services);
  }

  return { sendRefused, keepOfReader, sendLeaving, keepText, sendNotStored, sendNotWhole, sendHomeless };
}

function refusedText(statusCode: number, form: SentForm, request: Request): KeptText {
  const { title, tooLarge, broken, holdsNul } = editTexts.refusedForm;
  // Whole but for what cannot be stored: it can be sent again.
  if (isWhole(form) && statusCode === 400) return { title, text: holdsNul, statusCode };
  const text = statusCode === 413 ? tooLarge : broken;
  return { title, text, statusCode, next: { page: pageOfForm(request) } };
}

/** Everything that was typed in a form which has nowhere to go, and why. Null when nothing was typed. */
export function keptText(why: KeptText, form: SentForm, edit: Pick<EditRequest, 'request'>): EditPage | null {
  return typedIn(form).every(([, value]) => value === '') ? null : pageOf(why, form, edit);
}

function pageOf(
  { statusCode, ...props }: KeptText,
  form: SentForm,
  { request }: Pick<EditRequest, 'request'>,
): EditPage {
  const next = { action: request.originalUrl, done: doneIn(form) };
  const content = <KeptTextPage next={next} {...props} fields={typedIn(form)} />;
  return { title: props.title, content, statusCode, hasMainForm: props.next === undefined };
}

interface KeptText extends Pick<KeptTextPageProps, 'title' | 'text' | 'isSignedOut' | 'leaveTo'> {
  statusCode: number;
  /** Left out: the form can be sent again. */
  next?: KeptTextPageProps['next'];
}

/** Whether the page with the form had come to its end when the form was sent. */
export function isWhole(form: SentForm): boolean {
  return form.has(wholeFormField);
}

/** Address of the page that has the form. An entry in the trash has none of its own. */
function pageOfForm({ originalUrl }: Request): string {
  return originalUrl
    .split('?', 1)
    .join('')
    .replace(/(\/edit\/trash)\/.*/, '$1');
}

const nobody = { accountId: '', name: '', role: 'reader' } as const;

const retrySeconds = 5;

/** Enough for several editors of one office whose sessions have ended, and little of a process for a stranger. */
const strangers = { atOnce: 16, atOncePerNetwork: 2, perMinutePerNetwork: 20 };

/** 100,000 Han characters are 300 kB. */
const maxStrangersFormBytes = 1024 * 1024;

/** 1 MB of quotation marks would be a page of 6 MB, for which the process takes 40 MB. */
const maxStrangersEscaped = 100_000;

/** Fields that a form of ours has, with their values. No name of ours stands twice. */
function typedIn(form: SentForm): [name: string, value: string][] {
  return [...form].flatMap(([name, [value = '']]): [string, string][] =>
    isTypedName(name) ? [[name, value]] : [],
  );
}

/** Characters that stand in a page as up to six. */
function countEscaped(fields: readonly (readonly [name: string, value: string])[]): number {
  return fields.reduce((sum, [, value]) => sum + value.replaceAll(/[^"'&<>]+/g, '').length, 0);
}

/** The button that was pressed. */
function doneIn(form: SentForm): string {
  return valueOf(form, 'do').slice(0, 100) || doneByMain(form) || 'save';
}
