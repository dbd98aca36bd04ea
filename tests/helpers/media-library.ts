import { anArticle, anAuthor } from './content.ts';
import type { EngineName } from './databases.ts';
import { openEditSite } from './editing.ts';
import { picture } from './picture-store.ts';

const files = { 'authors/lin.md': anAuthor(), 'articles/spring.md': anArticle() };

/** A site with an article, an editor, and the rows of its library. */
export async function openLibrary(engine: EngineName = 'sqlite') {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn();
  const sender = { app: site.app, cookie: lin.cookie };
  const rows = () =>
    site.services.db.read
      .selectFrom('media')
      .select(['path', 'label', 'content_type', 'bytes', 'width', 'height'])
      .orderBy('path')
      .execute();
  return { ...site, lin, sender, rows };
}

/** A photograph without much in it. */
export const teaPicture = () => picture(60, 40).jpeg().toBuffer();
