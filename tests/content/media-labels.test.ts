import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { labelOfFile } from '#server/features/editing/media/upload-names.ts';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { aDrawing, problemsOf } from '../helpers/content.ts';
import { openContentStore } from '../helpers/content-store.ts';
import { engines, temporaryFolder } from '../helpers/databases.ts';
import { aClockAt } from '../helpers/site.ts';

const files = { 'media/tea.svg': aDrawing, 'media/007.svg': aDrawing };
const labels = 'media/007.svg: "007"\nmedia/tea.svg: 春茶：上市\n';

describe.for(engines)('on %s', (engine) => {
  test('names of files come with a folder, stay without one, and go out with an export', async () => {
    const store = await openContentStore(engine);
    const clock = aClockAt('2026-11-20T00:00:00.000Z');
    const rows = () =>
      store.db.read.selectFrom('media').select(['path', 'label', 'added_at']).orderBy('path').execute();
    await store.import({ ...files, 'labels.yaml': labels }, { clock });
    const named = [
      { path: 'media/007.svg', label: '007', added_at: '2026-11-20T00:00:00.000Z' },
      { path: 'media/tea.svg', label: '春茶：上市', added_at: '2026-11-20T00:00:00.000Z' },
    ];
    expect(await rows()).toEqual(named);
    clock.set('2026-11-21T00:00:00.000Z');
    const again = await store.import(files, { clock });
    expect(again.unchanged.media).toBe(2);
    expect(await rows()).toEqual(named);
    const dir = path.join(temporaryFolder(), 'export');
    await exportContent(dir, store.db, folderStore(store.dataDir));
    expect(readFileSync(path.join(dir, 'labels.yaml'), 'utf8')).toBe(labels);
  });
});

test('a name may have as many signs of four bytes as the library allows', async () => {
  const name = labelOfFile(`${'🍵'.repeat(300)}.jpg`);
  const problems = (label: string) => problemsOf({ ...files, 'labels.yaml': `media/tea.svg: ${label}\n` });
  expect(await problems(name)).toEqual([]);
  expect(await problems(`${name}🍵`)).toHaveLength(1);
});

test('a name that is no text is a mistake at its line', async () => {
  const [problem, ...others] = await problemsOf({ ...files, 'labels.yaml': 'media/tea.svg:\n  - 茶\n' });
  expect(problem).toMatch(/^labels\.yaml:[12]: /);
  expect(others).toEqual([]);
});
