import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { PreviewBanner, type PreviewBannerProps } from '#client/edit/preview-banner.tsx';
import { withBase } from '#shared/address/paths.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { colorModeOf } from '#server/http/request/color-mode.ts';
import { sendErrorJson } from '#server/http/answer/error-answer.ts';
import { CollectingStream } from '../render/collecting-stream.ts';
import type { LoadedPage } from '../load/load-page.ts';
import { payloadAddress, type PageTarget } from '../page-target.ts';
import { sendMoved } from '../respond/send-moved.ts';
import type { PreviewMount } from './preview-mounts.ts';

interface SentPreview {
  mount: PreviewMount;
  target: PageTarget;
  page: LoadedPage;
  banner: PreviewBannerProps;
  /** Receives failures during the rendering of the page. */
  onError: (error: unknown) => void;
}

/** Sends what a visitor would get at the address: a page, its data, or another address. */
export async function sendPreview(
  { mount, target, page, banner, onError }: SentPreview,
  request: Request,
  response: Response,
): Promise<void> {
  const asked = { request, response, target };
  if (page.movedTo !== null) return sendMoved(page.movedTo, asked, mount.site.basePath);
  if (page.respelledTo !== null) {
    const right = target.isPayload ? payloadAddress(page.respelledTo) : page.respelledTo;
    return response.redirect(308, withBase(mount.site.basePath, right));
  }
  if (page.seeOther !== null) {
    if (target.isPayload) response.json({ data: {}, seeOther: page.seeOther } satisfies PayloadBody);
    else response.redirect(303, withBase(mount.site.basePath, page.seeOther));
  } else if (target.isPayload) {
    if (page.error === null) response.json({ data: page.data } satisfies PayloadBody);
    else sendErrorJson(page.error, request, response);
  } else {
    // Loading and rendering each take a millisecond or two: visitors are answered in between.
    await nextTurn();
    const sink = new CollectingStream('identity', null);
    const visitor = { colorMode: colorModeOf(request), viewer: null };
    await mount.renderer.render(page, sink, { ...visitor, waitForAll: true, onError });
    const html = sink.drain().plain.toString();
    response.status(page.statusCode).type('html').send(addBanner(html, banner));
  }
}

/**
 * Into the finished page, so that React writes the very bytes that visitors get: one more element among those that it
 * renders would change the ids that it gives out.
 */
function addBanner(html: string, banner: PreviewBannerProps): string {
  const headEnd = html.indexOf('</head>');
  const bodyEnd = html.lastIndexOf('</body>');
  const parts = [html.slice(0, headEnd), html.slice(headEnd, bodyEnd), html.slice(bodyEnd)];
  const [head = '', body = '', end = ''] = parts;
  return head + noIndex + body + renderToStaticMarkup(<PreviewBanner {...banner} />) + end;
}

const noIndex = '<meta name="robots" content="noindex"/>';
