import type { PageError } from '#shared/page-error.ts';
import { zhTw } from '#shared/i18n/zh-tw.ts';
import { language } from '#shared/i18n/create-i18n.ts';

/** A page that needs nothing: for when rendering the error page has failed too. */
export function staticErrorPage({ statusCode, requestId }: PageError, basePath: string): string {
  const { serverTitle, serverText, requestId: requestIdText, backHome } = zhTw.error;
  const id = requestId === undefined ? '' : `<p>${requestIdText.replace('{{id}}', requestId)}</p>`;
  return `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${statusCode} ${serverTitle}</title></head>
<body><h1>${statusCode} ${serverTitle}</h1><p>${serverText}</p>${id}<p><a href="${basePath}">${backHome}</a></p></body></html>
`;
}
