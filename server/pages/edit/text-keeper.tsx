import type { Request, Response } from 'express';
import { KeptTextPage } from '#client/edit/pages/kept-text-page.tsx';
import { isTypedName } from '#shared/editing/typed-names.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { networkOf } from '#server/features/accounts/network.ts';
import { httpError } from '#server/http/http-error.ts';
import { maxLargeFormBytes, readLargeForm, valueOf, type SentForm } from '#server/http/large-form.ts';
import { createNetworkTurns } from '#server/http/network-turns.ts';
import { pageErrorOf } from '#server/http/page-error-of.ts';
import { requestIdOf, requestLogOf } from '#server/http/request-log.ts';
import type { Services } from '#server/services.ts';
import type { EditRequest } from './edit-request.ts';
import { sendEditPage } from './send-edit-page.tsx';

/** Gives back what was typed in a form that cannot be stored. */
export interface TextKeeper {
  /** To somebody whose session has ended, and so to strangers too. */
  keepText(request: Request, response: Response): Promise<void>;
  /** To an editor, after the handler of the form has failed. */
  sendNotStored(error: unknown, form: SentForm, asked: EditRequest): void;
}

export function createTextKeeper(services: Pick<Services, 'config' | 'assets' | 'clock'>): TextKeeper {
  const turns = createNetworkTurns(services.clock, strangers);

  async function keepText(request: Request, response: Response): Promise<void> {
    const giveBack = turns.take(networkOf(request.ip));
    if (giveBack === null) {
      // Bytes of a form are passed over: who is cut off while sending learns nothing.
      if (!(Number(request.headers['content-length']) <= maxLargeFormBytes))
        response.set('Connection', 'close');
      response.set('Retry-After', '60');
      throw httpError(429, 'too many forms without a session come from one network, or in all');
    }
    try {
      const form = await readLargeForm(request, maxStrangersFormBytes);
      const fields = typedIn(form);
      if (countEscaped(fields) > maxStrangersEscaped)
        throw httpError(413, 'the form has more markup than any text');
      const { title, text, again } = editTexts.lost;
      const content = (
        <KeptTextPage
          {...{ title, text, again, fields }}
          isSignedOut
          action={request.originalUrl}
          done={doneIn(form)}
        />
      );
      const nobody = { accountId: '', name: '', role: 'reader' } as const;
      sendEditPage({ title, content, statusCode: 401 }, { editor: nobody, request, response }, services);
    } finally {
      giveBack();
    }
  }

  /** Answers a form whose handler failed with everything that was typed in it. */
  function sendNotStored(error: unknown, form: SentForm, asked: EditRequest): void {
    const { request, response } = asked;
    const told = pageErrorOf(error, requestIdOf(response));
    const isExpected = told.statusCode !== 500;
    const log = requestLogOf(response);
    if (isExpected) log.warn({ err: error }, 'a form of the edit area could not be stored');
    else log.error({ err: error }, 'a form of the edit area failed');
    if (isExpected) response.set('Retry-After', String(told.retryAfterSeconds ?? retrySeconds));
    const { title, text, failed, again } = editTexts.notStored;
    const content = (
      <KeptTextPage
        {...{ title, again }}
        text={isExpected ? text : failed(told.requestId ?? '')}
        action={request.originalUrl}
        fields={typedIn(form)}
        done={doneIn(form)}
      />
    );
    sendEditPage({ title, content, statusCode: told.statusCode }, asked, services);
  }

  return { keepText, sendNotStored };
}

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
  return valueOf(form, 'do').slice(0, 100) || 'save';
}
