import type { PageError } from '#shared/payload/page-error.ts';
import { texts } from '#shared/locale/texts.ts';
import { language } from '#shared/locale/language.ts';

/** A page that needs nothing: for what no page answers, and for when rendering the error page has failed too. */
export function staticErrorPage({ statusCode, requestId }: PageError, basePath: string): string {
  const {
    notFoundTitle,
    notFoundText,
    otherTitle,
    serverTitle,
    serverText,
    requestId: requestIdText,
    backHome,
  } = texts.error;
  const title = statusCode === 404 ? notFoundTitle : statusCode < 500 ? otherTitle : serverTitle;
  const text = statusCode === 404 ? notFoundText : serverText;
  const id = requestId === undefined ? '' : `<p>${requestIdText.replace('{{id}}', requestId)}</p>`;
  return `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${statusCode} ${title}</title></head>
<body><h1>${statusCode} ${title}</h1><p>${text}</p>${id}<p><a href="${basePath}">${backHome}</a></p></body></html>
`;
}
