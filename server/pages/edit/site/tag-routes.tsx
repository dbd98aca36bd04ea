import { Router } from 'express';
import { RenameTagPage } from '#client/edit/pages/tags/rename-tag-page.tsx';
import { TagsPage } from '#client/edit/pages/tags/tags-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { countTagged, listTags } from '#server/features/editing/tags/list-tags.ts';
import { maxTagged, renameTag } from '#server/features/editing/tags/rename-tag.ts';
import { valueOf } from '#server/http/form/large-form.ts';
import { numberIn, queryOf } from '../edit-address.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditRoutesOptions } from '../entries/entry-routes.tsx';
import { markOf } from '../form-mark.ts';

const texts = deskTexts.tags;

const tagsOnPage = 100;

/** The tags of articles: all of them, and another name for one. */
export function tagRoutes({ gate, responder, tools }: EditRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;

  router.get(
    editPaths.tags,
    gate.read(async (edit) => {
      const query = queryOf(edit.request);
      const search = (query.get('q') ?? '').trim().normalize('NFC').slice(0, 50);
      const found = await listTags(db.read, { search, after: query.get('after'), limit: tagsOnPage + 1 });
      const tags = found.slice(0, tagsOnPage);
      const more = new URLSearchParams({ ...(search && { q: search }), after: tags.at(-1)?.tag ?? '' });
      const next = found.length > tagsOnPage ? `${editPaths.tags}?${more}` : null;
      const changed = numberIn(query.get('changed'));
      const notice = changed === null ? null : ({ kind: 'done', text: texts.renamed(changed) } as const);
      responder.send({ title: texts.title, content: <TagsPage {...{ tags, search, next, notice }} /> }, edit);
    }),
  );

  router.get(
    editPaths.renameTag(),
    gate.read(async (edit) => {
      const tag = tagIn(queryOf(edit.request).get('tag'));
      if (tag === '' || (await countTagged(db.read, tag)) === 0) return responder.hide(edit);
      ask(edit, { tag, to: tag, problem: null });
    }),
  );

  router.post(
    editPaths.renameTag(),
    responder.submit(gate, async (edit, form) => {
      const tag = tagIn(valueOf(form, 'tag'));
      const to = tagIn(valueOf(form, 'to'));
      const code = problemOf(tag, to);
      if (code !== null) return ask(edit, { tag, to, problem: texts.problems[code] });
      if (valueOf(form, 'do') !== 'rename') {
        const count = await countTagged(db.read, tag);
        const merged = await countTagged(db.read, to);
        if (count === 0) return ask(edit, { tag, to, problem: texts.problems.gone });
        return ask(edit, { tag, to, problem: null, effect: { count, merged } });
      }
      const result = await renameTag(tools, { editor: edit.editor, from: tag, to });
      switch (result.kind) {
        case 'done':
          return responder.goTo(`${editPaths.tags}?changed=${result.changed}`, edit);
        case 'forbidden':
          return responder.hide(edit);
        case 'missing':
          return ask(edit, { tag, to, problem: texts.problems.gone });
        case 'too-many':
          return ask(edit, { tag, to, problem: texts.problems['too-many'](maxTagged) });
      }
    }),
  );

  interface Asked {
    tag: string;
    to: string;
    problem: string | null;
    effect?: { count: number; merged: number };
  }

  function ask(edit: EditRequest, { tag, to, problem, effect }: Asked): void {
    const mark = markOf([['to', tag]]);
    const content = <RenameTagPage {...{ tag, to, mark, problem }} effect={effect ?? null} />;
    const statusCode = problem === null ? 200 : 422;
    responder.send({ title: texts.renameTitle(tag), content, statusCode, hasMainForm: true }, edit);
  }

  return router;
}

/** A tag is one line in NFC. */
function tagIn(text: string | null): string {
  return (text ?? '').trim().normalize('NFC');
}

const maxLength = 50;

function problemOf(tag: string, to: string): 'missing' | 'long' | 'wrong' | 'same' | null {
  if (to === '') return 'missing';
  if ([...to].length > maxLength) return 'long';
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(to)) return 'wrong';
  return to === tag ? 'same' : null;
}
