import request from 'supertest';
import { expect, test } from 'vitest';
import { openSite } from '../helpers/site.ts';

test.for(['/', '/shop/'])(
  'a page at %s names its speculation rules, in a file of the site',
  async (basePath) => {
    const { app } = await openSite({ env: { BASE_PATH: basePath } });
    const page = await request(app).get(`${basePath}articles`).expect(200);
    expect(page.headers['speculation-rules']).toBe(`"${basePath}speculation-rules.json"`);

    const file = await request(app).get(`${basePath}speculation-rules.json`).expect(200);
    expect(file.type).toBe('application/speculationrules+json');
    const [{ where, eagerness }] = JSON.parse(file.text).prefetch;
    expect(eagerness).toBe('moderate');
    expect(where.and[0]).toEqual({ href_matches: `${basePath}*` });
    for (const unstored of ['login', 'search'])
      expect(JSON.stringify(where)).toContain(`${basePath}${unstored}{/*}?`);
  },
);
