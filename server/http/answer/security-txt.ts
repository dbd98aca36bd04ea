import { Router } from 'express';
import { language } from '#shared/locale/language.ts';
import type { Clock } from '#server/base/clock.ts';
import { dayMs } from '#server/base/durations.ts';
import { sendTagged } from './send-tagged.ts';

interface SecurityTxtOptions {
  config: { securityContact: string | null; publicUrl: string | null };
  clock: Clock;
}

const path = '/.well-known/security.txt';
/** RFC 9116 wants less than a year, after which the file is invalid. */
const validDays = 180;

/**
 * Contact for reports of vulnerabilities. At the root of the host, the standard place, also when the site lives below
 * it.
 */
export function securityTxt({ config, clock }: SecurityTxtOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { securityContact: contact, publicUrl } = config;
  if (contact === null) return router;

  router.get(path, (_request, response) => {
    const today = Math.floor(clock.now() / dayMs);
    const expires = new Date((today + validDays) * dayMs).toISOString().replace('.000Z', 'Z');
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${language}, en`,
      ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}${path}`]),
    ];
    response.type('text').set('Cache-Control', 'public, max-age=86400');
    sendTagged(response, `${lines.join('\n')}\n`);
  });

  return router;
}
