import { hash } from 'node:crypto';
import type { Response } from 'express';

/** Sends a text that a visitor may cache, with an ETag for revalidation: then it is a 304. */
export function sendTagged(response: Response, text: string): void {
  response
    // Weak: the same for every content coding.
    .set('ETag', `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`)
    // A 304 has no type by which `compression` would say so.
    .vary('Accept-Encoding')
    .send(text);
}
