import { composed } from '#shared/composed.ts';
import { columnsOf, type EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import type { Picture } from '#shared/payload/payloads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { joinedMediaColumns, joinedPicture } from '#server/media/pictures/picture-queries.ts';

/** Finds the files of the library that a form names, by path; null stands for a file that is no picture. */
export async function findNamedFiles(
  reader: Reader,
  form: readonly EditField[],
  { values }: FormContent,
): Promise<ReadonlyMap<string, Picture | null>> {
  const typed = form.flatMap((field) => {
    const value = values[field.name] ?? '';
    if (typeof value === 'string') return field.type === 'media' ? [value] : [];
    const columns = columnsOf(field).filter(({ type }) => type === 'media');
    return value.flatMap((row) => columns.map(({ name }) => row[name] ?? ''));
  });
  const paths = [...new Set(typed.map((path) => composed(path.trim())).filter((path) => path !== ''))];
  if (paths.length === 0) return new Map();
  const rows = await reader.db
    .selectFrom('media')
    .select(['media.path', 'media.content_type', ...joinedMediaColumns])
    .where('media.path', 'in', paths)
    .execute();
  return new Map(
    rows.map(({ path, content_type: type, ...media }) => [
      path,
      type.startsWith('image/') ? joinedPicture(reader, path, '', media) : null,
    ]),
  );
}
