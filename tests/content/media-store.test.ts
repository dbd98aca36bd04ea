import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ContentError } from '#server/content/front-matter/problem.ts';
import { aDrawing } from '../helpers/content.ts';
import { openContentStore } from '../helpers/content-store.ts';

const start = { 'media/a.svg': aDrawing, 'media/b.svg': aDrawing.replace('#86ad7f', '#333') };

describe('the media store', () => {
  test('holds each content once, under its hash, and no half files', async () => {
    const store = await openContentStore();
    await store.import({
      'media/a.svg': aDrawing,
      'media/twice/b.svg': aDrawing,
      'media/c.svg': aDrawing.replace('40', '41'),
    });
    const rows = await store.db.read.selectFrom('media').selectAll().orderBy('path').execute();
    const files = readdirSync(store.mediaDir);
    expect(files).toHaveLength(2);
    expect(new Set(rows.map((row) => row.file))).toEqual(new Set(files));
    for (const row of rows) {
      expect(row.file).toMatch(/^[0-9a-f]{24}\.svg$/);
      expect(readFileSync(path.join(store.mediaDir, row.file))).toHaveLength(row.bytes);
    }
    expect(rows[0]?.file).toBe(rows[2]?.file);
  });

  test('gets back a file that was lost or cut short, at the next import', async () => {
    const store = await openContentStore();
    await store.import(start);
    const [first = '', second = ''] = readdirSync(store.mediaDir).map((name) =>
      path.join(store.mediaDir, name),
    );
    const whole = [first, second].map((file) => readFileSync(file, 'utf8'));
    writeFileSync(first, '<svg');
    writeFileSync(second, '');
    await store.import(start);
    expect([first, second].map((file) => readFileSync(file, 'utf8'))).toEqual(whole);
  });

  test('is not touched when the folder has a mistake', async () => {
    const store = await openContentStore();
    await expect(store.import({ ...start, 'notes.txt': 'x' })).rejects.toThrow(ContentError);
    expect(existsSync(store.mediaDir)).toBe(false);
  });
});
