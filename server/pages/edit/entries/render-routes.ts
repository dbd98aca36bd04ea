import { Router } from 'express';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { RenderedText } from '#shared/editing/body/rendered-text.ts';
import { cutBody } from '#server/content/markdown/cut-body.ts';
import type { ContentWork } from '#server/content/thread/content-work.ts';
import { maxBodyCharacters } from '#server/features/editing/form/find-oversized.ts';
import { readerOfSite, type ReadableSite } from '#server/freshness/site-reader.ts';
import { httpError } from '#server/http/answer/http-error.ts';
import { readLargeForm } from '#server/http/form/large-form.ts';
import { resolveBody } from '#server/media/pictures/picture-queries.ts';
import { caching } from '#server/pages/store/page-caching.ts';
import type { EditGate } from '../edit-gate.ts';

/** A character has four bytes at most. */
const maxFormBytes = 4 * maxBodyCharacters + 1_000;

interface RenderRoutesOptions {
  gate: EditGate;
  contentWork: ContentWork;
  site: ReadableSite;
}

/** Shows the script of the edit area a text while it is typed. Nothing is stored, and an editor has one at a time. */
export function renderRoutes({ gate, contentWork, site }: RenderRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const editors = new Set<string>();

  async function render(body: string): Promise<RenderedText> {
    if (body.length > maxBodyCharacters) throw httpError(413, 'the text is too long to be shown');
    const { source, linesBefore } = cutBody(body);
    const { html, lines } = await contentWork.preview(source);
    return {
      html: await resolveBody(readerOfSite(site), html),
      lines: lines.map((line) => line + linesBefore),
    };
  }

  router.post(
    editPaths.render,
    gate.ofAuthors.write(
      async ({ editor: { accountId }, request, response }) => {
        if (editors.has(accountId)) throw httpError(429, 'another text of this editor is being rendered');
        editors.add(accountId);
        try {
          const form = await readLargeForm(request, maxFormBytes);
          const rendered = await render(form.get('body')?.[0] ?? '');
          response.set({ 'Cache-Control': caching.personal, 'X-Robots-Tag': 'noindex' }).json(rendered);
        } finally {
          editors.delete(accountId);
        }
      },
      {
        // The text stays in the page that sent it.
        async withoutSession(_request, _response, failure) {
          throw failure ?? httpError(401, 'the session has ended');
        },
        ofReader: async () => false,
      },
    ),
  );
  return router;
}
