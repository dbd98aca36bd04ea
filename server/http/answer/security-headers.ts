import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { RequestHandler } from 'express';

interface SecurityHeaderOptions {
  isHttps: boolean;
  /** With https: of the host's subdomains too. */
  hstsSubdomains?: boolean;
  /** The address below which pictures are, where that is another site's. */
  mediaUrl?: string | null;
  /** Left out: search engines may find the site. */
  isIndexable?: boolean;
}

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/**
 * Headers of helmet as pairs, read once through a response that only records: helmet writes its headers only to a
 * response, they are the same for every answer, and pages from the store are written with them and without middleware.
 */
export function securityHeaderPairs(options: SecurityHeaderOptions): HeaderPairs {
  const pairs: [string, string][] = [['Permissions-Policy', permissionsPolicy]];
  // Sent with each answer: robots.txt only keeps crawlers away, and pages known by links from elsewhere would stay in
  // the index.
  if (options.isIndexable === false) pairs.push(['X-Robots-Tag', 'noindex, nofollow']);
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    pairs.push([name, String(value)]);
    return response;
  };
  helmetFor(options)(request, response, () => {});
  return pairs;
}

export function securityHeaders(pairs: HeaderPairs): RequestHandler {
  return function setSecurityHeaders(_request, response, next) {
    for (const [name, value] of pairs) response.setHeader(name, value);
    next();
  };
}

/**
 * Features that no page of the site uses, and that embedded content may not ask a visitor for. A name that a browser
 * does not know is a warning in its console: these are known.
 */
const permissionsPolicy = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock'],
  ...['serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Nothing but our own files, and nothing inline; data blocks are not scripts and need no permission. */
function helmetFor({ isHttps, hstsSubdomains = false, mediaUrl = null }: SecurityHeaderOptions) {
  const media = mediaUrl === null ? [] : [mediaUrl];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...media],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", ...media],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        // The one policy of client/browser/page/trusted-html.ts.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['qingye'],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: hstsSubdomains } : false,
    xFrameOptions: { action: 'deny' },
  });
}
