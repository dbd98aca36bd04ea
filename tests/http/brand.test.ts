import request from 'supertest';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aDrawing, problemsOf, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openSite } from '../helpers/site.ts';

const red = aDrawing.replace(/<svg[^>]*>[^]*<\/svg>/, (svg) =>
  svg.replace('</svg>', '<rect width="40" height="30" fill="#f00"/></svg>'),
);
const blue = red.replace('#f00', '#00f');

const files: Files = {
  'media/brand/logo.svg': red,
  'site.yaml': 'name: 測試誌\nlogo: media/brand/logo.svg\n',
};

type App = Awaited<ReturnType<typeof openSite>>['app'];

async function iconAt(app: App, name: string): Promise<Buffer> {
  const response = await request(app)
    .get(`/${name}`)
    .buffer()
    .parse((stream, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
    });
  expect(response.status, name).toBe(200);
  expect(response.headers['cache-control'], name).toBe('public, max-age=0');
  // An editor's drawing, opened by itself, is a document of the site.
  expect(response.headers['content-security-policy'], name).toMatch(/^default-src 'none';.*; sandbox$/);
  return response.body;
}

/** The colour at a place of a square picture, from 0 to 1. */
async function colorAt(picture: Buffer, place: number): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(place * (info.height - 1)) * info.width + Math.floor(place * (info.width - 1))) *
    info.channels;
  return [...data.subarray(at, at + info.channels)];
}

describe.for(engines)('on %s', (engine) => {
  test('a site has its own picture in the header and in every icon, and another at once', async () => {
    const { app, import: bring } = await openSite({ engine, files });
    const header = async () => {
      const { text } = await request(app).get('/articles').set('Accept', 'text/html');
      return /class="brand"><img src="([^"]+)" alt=""/.exec(text)?.[1] ?? '';
    };
    const logo = await header();
    expect((await request(app).get(logo)).body.toString()).toBe(red);
    expect((await iconAt(app, 'favicon.svg')).toString()).toBe(red);
    for (const [name, width] of [
      ['apple-touch-icon.png', 180],
      ['icon-192.png', 192],
      ['icon-512.png', 512],
    ] as const) {
      const icon = await iconAt(app, name);
      expect(await sharp(icon).metadata()).toMatchObject({ width, height: width, hasAlpha: false });
      expect(await colorAt(icon, 0.5)).toEqual([255, 0, 0]);
      // Outside of what a telephone leaves of it.
      expect(await colorAt(icon, 0.2)).toEqual([255, 255, 255]);
    }
    const ico = await iconAt(app, 'favicon.ico');
    expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);

    await bring({ 'media/brand/logo.svg': blue });
    await expect.poll(header).not.toBe(logo);
    expect((await iconAt(app, 'favicon.svg')).toString()).toBe(blue);

    const green = red.replace('#f00', '#0f0');
    const shown = await header();
    await bring({
      'media/brand/logo.svg': blue,
      'media/brand/other.svg': green,
      'site.yaml': 'name: 測試誌\nlogo: media/brand/other.svg\n',
    });
    await expect.poll(header).not.toBe(shown);
    expect((await request(app).get(await header())).body.toString()).toBe(green);
    expect((await iconAt(app, 'favicon.svg')).toString()).toBe(green);
    await bring({ 'site.yaml': 'name: 測試誌\n' });
    await expect.poll(header).toBe('');
    expect((await request(app).get('/favicon.svg')).text ?? '').not.toContain('#00f');
  });

  test('a site has its own colours, by an address that keeps them', async () => {
    const colors = '{ light: "#9A3412", dark: "#fdba74" }';
    const { app } = await openSite({ engine, files: { 'site.yaml': `name: 測試誌\ncolors: ${colors}\n` } });
    const { text } = await request(app).get('/articles').set('Accept', 'text/html');
    const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
    expect(sheets).toEqual(['/assets/site.css', '/colors/9a3412-fdba74.css', '/titles.css']);
    const sheet = await request(app).get('/colors/9a3412-fdba74.css').expect(200);
    expect(sheet.type).toBe('text/css');
    expect(sheet.headers['cache-control']).toContain('immutable');
    expect(sheet.text).toContain('--ui-primary:var(--light,#9a3412) var(--dark,#fdba74)');
    expect(text.match(/<meta name="theme-color"[^>]*>/g)).toEqual([
      '<meta name="theme-color" content="#9a3412"/>',
    ]);
    const manifest = await request(app).get('/manifest.webmanifest').expect(200);
    expect(JSON.parse(manifest.text)).toMatchObject({ theme_color: '#9a3412', background_color: '#fff' });
    for (const wrong of ['9a3412-fdba7g', '9a3412', '9A3412-fdba74', '9a3412-fdba74%7D'])
      await request(app).get(`/colors/${wrong}.css`).expect(404);
  });
});

test('a photograph becomes icons too', async () => {
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a0' } })
    .jpeg()
    .toBuffer();
  const { app } = await openSite({
    files: { 'media/logo.jpg': photo, 'site.yaml': 'name: 測試誌\nlogo: media/logo.jpg\n' },
  });
  expect((await iconAt(app, 'favicon.svg')).toString()).toMatch(/^<svg .*data:image\/png;base64,/);
  const [, green] = await colorAt(await iconAt(app, 'icon-192.png'), 0.5);
  expect(green).toBeGreaterThan(150);
});

test('a picture that is stored already becomes the logo', async () => {
  const { app, import: bring } = await openSite({ files: { 'media/brand/logo.svg': red } });
  await bring({ 'site.yaml': files['site.yaml'] ?? '' });
  expect((await iconAt(app, 'favicon.svg')).toString()).toBe(red);
});

test.for([
  ['logo: media/none.svg', 'logo names media/none.svg, which does not exist'],
  ['logo: https://x.example/logo.svg', 'logo is "https://x.example/logo.svg"'],
  ['colors: { light: "#9a3412" }', 'colors.dark is missing'],
  ['colors: { light: red, dark: "#fdba74" }', 'colors.light is "red"'],
  ['colors: { light: "#fdba74", dark: "#fdba74" }', 'colors.light is "#fdba74"'],
  ['colors: { light: "#9a3412", dark: "#9a3412" }', 'colors.dark is "#9a3412"'],
])('what cannot be shown or read is named: %s', async ([line, wrong]) => {
  const problems = await problemsOf({ 'site.yaml': `name: 青葉\n${line}\n` });
  expect(problems[0]).toContain(wrong);
});
