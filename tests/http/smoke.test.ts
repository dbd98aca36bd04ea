import request from 'supertest';
import { expect, test } from 'vitest';
import { aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openSite } from '../helpers/site.ts';

test.for(engines)('the front page lists the products of the database on %s', async (engine) => {
  const { app } = await openSite({ engine, files: { 'products/baozhong.md': aProduct() } });
  const response = await request(app).get('/').expect(200);
  expect(response.text).toContain('文山包種茶');
});
