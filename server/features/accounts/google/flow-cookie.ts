import type { Request, Response } from 'express';
import * as z from 'zod';
import { minuteMs } from '#server/base/durations.ts';
import { cookieName, cookieOptions, readCookie } from '#server/http/request/cookies.ts';

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().nullable(),
});

/** A sign-in that is under way at the other service, in the browser that began it. */
export type KeptFlow = z.infer<typeof flowSchema>;

export interface FlowCookie {
  set(response: Response, flow: KeptFlow): void;
  /** Reads the cookie and removes it. Null when there is none, or it makes no sense. */
  consume(request: Request, response: Response): KeptFlow | null;
}

const maxAgeMs = 10 * minuteMs;

export function createFlowCookie(isHttps: boolean): FlowCookie {
  const name = cookieName('sign-in', isHttps);
  const options = cookieOptions(isHttps);
  return {
    set(response, flow) {
      const value = Buffer.from(JSON.stringify(flow)).toString('base64url');
      response.cookie(name, value, { ...options, maxAge: maxAgeMs });
    },
    consume(request, response) {
      const value = readCookie(request, name);
      if (value === null) return null;
      response.clearCookie(name, options);
      return parseFlow(Buffer.from(value, 'base64url').toString('utf8'));
    },
  };
}

function parseFlow(text: string): KeptFlow | null {
  try {
    return flowSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
