import { Router } from 'express';
import { createElement } from 'react';
import { HomePage } from '#client/edit/pages/home-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/zh-tw-edit.ts';
import type { SendErrorPage } from '#server/http/error-answer.ts';
import type { Services } from '#server/services.ts';
import { editAccountRoutes } from './account-routes.ts';
import { createEditGate } from './edit-gate.ts';
import { sendEditPage } from './send-edit-page.tsx';

/** The edit area: `/edit` and everything below it. */
export function editRoutes(services: Services, sendErrorPage: SendErrorPage): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const gate = createEditGate({ accounts: services.accounts, sendErrorPage });

  router.get(
    editPaths.home,
    gate.read((asked) => {
      sendEditPage({ title: editTexts.home, content: createElement(HomePage) }, asked, services);
    }),
  );

  router.use(editAccountRoutes(services, gate));

  return router;
}
