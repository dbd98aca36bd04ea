import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { EditContext } from '#client/edit/edit-context.ts';
import { EditDocument } from '#client/edit/edit-document.tsx';
import { EditFrame } from '#client/edit/edit-frame.tsx';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { withBase } from '#shared/address/paths.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { colorModeOf } from '#server/http/request/color-mode.ts';
import { valueOf } from '#server/http/form/large-form.ts';
import { caching } from '../store/page-caching.ts';
import type { EditRequest } from './edit-request.ts';
import type { Services } from '#server/services.ts';

export interface EditPage {
  title: string;
  content: ReactNode;
  statusCode?: number;
  /** Whether it has a main form, whose texts its links keep. */
  hasMainForm?: boolean;
  /** Button `row` of that form that the Enter key presses; left out: the one that the form is for. */
  enterPresses?: string;
  /** Whether the script has something to do on it beside that. */
  hasScript?: boolean;
}

/** Sends a page of the edit area: never kept, never found by search engines. */
export function sendEditPage(
  { title, content, statusCode = 200, hasMainForm = false, hasScript = hasMainForm, enterPresses }: EditPage,
  { editor, request, response, form }: EditRequest,
  { config, assets }: Pick<Services, 'config' | 'assets'>,
): void {
  const { basePath } = config;
  const href = (file: string) => withBase(basePath, `/${file}`);
  const { pathname } = new URL(`http://site${request.originalUrl}`);
  const path = pathname.startsWith(basePath) ? `/${pathname.slice(basePath.length)}` : pathname;
  const rowChange = form ? valueOf(form, 'row') : '';
  const html = renderToStaticMarkup(
    <EditDocument
      title={editTexts.pageTitle(title)}
      colorMode={colorModeOf(request)}
      styles={assets.editStyles.map(href)}
      favicon={href(assets.favicon)}
      script={hasScript ? href(assets.editScript) : undefined}
      uploads={withBase(basePath, editPaths.upload)}
      account={editor.accountId}
      isAnswer={request.method === 'POST'}
      picks={hasMainForm ? withBase(basePath, editPaths.picks('')) : undefined}
    >
      <EditContext value={{ basePath, editor, path, hasMainForm, enterPresses, rowChange }}>
        <EditFrame>{content}</EditFrame>
      </EditContext>
    </EditDocument>,
  );
  response
    .status(statusCode)
    .set('Cache-Control', caching.personal)
    .set('X-Robots-Tag', 'noindex')
    .type('html')
    .send(`<!DOCTYPE html>${html}`);
}
