import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { checkContent } from '#server/features/import-export/import-content.ts';
import { aDrawing, anArticle, anAuthor, contentFolder, problemsOf } from '../helpers/content.ts';

const rightId =
  'use up to 100 letters, digits, Chinese characters, - and _, such as spring-tea.md or 春茶.md';

describe('the name of a file is an id', () => {
  test.for([
    ['_lin.md', 'the name begins with _'],
    ['a?b.md', 'the name contains "?"'],
    ['a#b.md', 'the name contains "#"'],
    ['a%20b.md', 'the name contains "%"'],
    ['a\\b.md', 'the name contains "\\\\"'],
    ['a:b.md', 'the name contains ":"'],
    ['a"b.md', 'the name contains "\\""'],
    ['a<b>.md', 'the name contains "<"'],
    ['a\u0007b.md', 'the name contains U+0007, which cannot be seen'],
    ['a\u0085b.md', 'the name contains U+0085, which cannot be seen'],
    ['a\u2028b.md', 'the name contains U+2028, which cannot be seen'],
    ['a\u2029b.md', 'the name contains U+2029, which cannot be seen'],
    ['a\u202Eb.md', 'the name contains U+202E, which cannot be seen'],
    ['a\u200Bb.md', 'the name contains U+200B, which cannot be seen'],
    [' lin.md', 'the name begins or ends with white space'],
    ['lin\u3000.md', 'the name begins or ends with white space'],
    [`${'a'.repeat(101)}.md`, 'the name has 101 characters'],
  ] as const)('%j is none', async ([name, wrong]) => {
    const shown = name.replace('\u0007', 'U+0007').replace('\u0085', 'U+0085');
    expect(await problemsOf({ [`authors/${name}`]: anAuthor() })).toEqual([
      `authors/${shown}:1: ${wrong}; ${rightId}`,
    ]);
  });

  test.for([
    'lin.md',
    '林知遠.md',
    '😀.md',
    'a b.md',
    'a.b.md',
    'ñandú.md',
    `${'a'.repeat(100)}.md`,
    "it's.md",
    '1.md',
  ])('%j is one', async (name) => {
    expect(await problemsOf({ [`authors/${name}`]: anAuthor() })).toEqual([]);
  });

  test('a name in decomposed characters, as macOS archives have it, is the composed id', async () => {
    const dir = contentFolder({
      [`authors/${'jose\u0301'}.md`]: anAuthor(),
      'articles/a.md': anArticle(
        { author: 'jos\u00e9', cover: 'media/caf\u00e9.svg' },
        '![x](media/cafe\u0301.svg)',
      ),
      [`media/${'cafe\u0301'}.svg`]: aDrawing,
    });
    const folder = await checkContent(dir, null);
    expect(folder.entries.authors.map((entry) => entry.id)).toEqual(['jos\u00e9']);
    expect(folder.media.map((file) => file.path)).toEqual(['media/caf\u00e9.svg']);
    expect(folder.entries.articles[0]?.row['body_html']).toContain('src="media/caf\u00e9.svg"');
  });

  test('two names that are one id are refused', async () => {
    const files = {
      [`authors/${'jose\u0301'}.md`]: anAuthor(),
      'authors/jos\u00e9.md': anAuthor(),
      [`media/${'cafe\u0301'}.svg`]: aDrawing,
      'media/caf\u00e9.svg': aDrawing,
    };
    expect(await problemsOf(files)).toEqual([
      'authors/jos\u00e9.md:1: there are two files for the id jos\u00e9; keep one of them',
      'media/caf\u00e9.svg:1: there are two files of this name; keep one of them',
    ]);
  });

  test('a name whose bytes are not UTF-8, as from an archive in Big5, is refused', async () => {
    const dir = contentFolder({ 'authors/lin.md': anAuthor() });
    mkdirSync(path.join(dir, 'media'));
    const big5 = Buffer.from([0xaa, 0x4c]);
    writeFileSync(
      Buffer.concat([Buffer.from(path.join(dir, 'authors/')), big5, Buffer.from('.md')]),
      anAuthor(),
    );
    writeFileSync(
      Buffer.concat([Buffer.from(path.join(dir, 'media/')), big5, Buffer.from('.svg')]),
      aDrawing,
    );
    await expect(checkContent(dir, null)).rejects.toMatchObject({
      problems: [
        { wrong: 'the name contains "\uFFFD"', right: rightId },
        { wrong: 'the name contains a sign that cannot be used' },
      ],
    });
  });
});

describe('the folder', () => {
  test('may hold hidden files anywhere, and nothing else that it does not know', async () => {
    const files = {
      '.git/HEAD': 'x',
      '.DS_Store': 'x',
      'authors/.DS_Store': 'x',
      'media/.thumbs/a.txt': 'x',
      'README.md': '# x',
      'site.yml': 'name: x',
      'drafts/about.md': 'x',
      'Articles/a.md': anArticle(),
      'articles/notes.txt': 'x',
      'articles/2026/a.md': anArticle(),
    };
    const parts =
      'this is not a part of a content folder; the parts are authors, articles, products, categories, pages, media, fonts, labels.yaml, site.yaml';
    expect(await problemsOf(files)).toEqual([
      `Articles:1: ${parts}`,
      `README.md:1: ${parts}`,
      'articles/2026:1: this is not a Markdown file; each file here is ID.md',
      'articles/notes.txt:1: this is not a Markdown file; each file here is ID.md',
      'drafts:1: these are drafts, and an import would publish them; put those that are to be published into the folder of their kind, and take this one away',
      `site.yml:1: ${parts}`,
    ]);
  });

  test('may not have a file where a folder belongs, nor the other way round', async () => {
    const files = {
      articles: 'x',
      'site.yaml/x': 'x',
      'authors/lin.md/x': 'x',
      'media/a.svg/b.svg': aDrawing,
    };
    expect(await problemsOf(files)).toEqual([
      'articles:1: this is not a folder; articles must be a folder',
      'authors/lin.md:1: this is not a file; each file here is ID.md',
      'site.yaml:1: this is not a file; site.yaml must be a file',
    ]);
  });

  test('may hold links to files; a link that leads nowhere or round in a circle is named', async () => {
    const dir = contentFolder({ '.stored/lin.md': anAuthor(), '.stored/a.svg': aDrawing });
    for (const part of ['authors', 'media']) mkdirSync(path.join(dir, part));
    symlinkSync('../.stored/lin.md', path.join(dir, 'authors/lin.md'));
    symlinkSync('../.stored/gone.md', path.join(dir, 'authors/gone.md'));
    symlinkSync('../.stored/a.svg', path.join(dir, 'media/a.svg'));
    symlinkSync('..', path.join(dir, 'media/round'));
    expect(readdirSync(path.join(dir, 'media'))).toEqual(['a.svg', 'round']);
    await expect(checkContent(dir, null)).rejects.toMatchObject({
      problems: [{ file: 'authors/gone.md' }, { file: 'media/round', wrong: 'this is not a file' }],
    });
  });
});

describe('text that is not UTF-8 is named', () => {
  const wrong = 'the file is not UTF-8 text; save it with the encoding UTF-8';
  test.for([
    ['Big5', Buffer.concat([Buffer.from('---\nname: '), Buffer.from([0xaa, 0x4c]), Buffer.from('\n---\n')])],
    ['UTF-16', Buffer.from(`\uFEFF${anAuthor()}`, 'utf16le')],
    ['cut off in the middle of a character', Buffer.from(anAuthor({}, '茶')).subarray(0, -3)],
  ] as const)('%s', async ([, data]) => {
    expect(await problemsOf({ 'authors/lin.md': data })).toEqual([`authors/lin.md:1: ${wrong}`]);
    expect(await problemsOf({ 'site.yaml': data })).toEqual([`site.yaml:1: ${wrong}`]);
  });
});

describe('a picture', () => {
  const white = { create: { width: 40, height: 20, channels: 3, background: '#fff' } } as const;

  test('is known by what is in the file, with its size as it is shown', async () => {
    const pixels = sharp(white);
    const dir = contentFolder({
      'media/a.png': await pixels.clone().png().toBuffer(),
      'media/b.JPG': await pixels.clone().jpeg().toBuffer(),
      'media/c.webp': await pixels.clone().webp().toBuffer(),
      'media/d.gif': await pixels.clone().gif().toBuffer(),
      'media/e.avif': await pixels.clone().avif().toBuffer(),
      'media/f.svg': aDrawing,
      // A telephone held upright: stored lying, with a note to turn it.
      'media/g.jpg': await pixels.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    });
    const { media } = await checkContent(dir, null);
    expect(
      media.map(({ path: name, contentType, width, height }) => [name, contentType, width, height]),
    ).toEqual([
      ['media/a.png', 'image/png', 40, 20],
      ['media/b.JPG', 'image/jpeg', 40, 20],
      ['media/c.webp', 'image/webp', 40, 20],
      ['media/d.gif', 'image/gif', 40, 20],
      ['media/e.avif', 'image/avif', 40, 20],
      ['media/f.svg', 'image/svg+xml', 40, 30],
      ['media/g.jpg', 'image/jpeg', 20, 40],
    ]);
  });

  test('of a format that no content folder may hold is read by nobody', async () => {
    const tiff = await sharp(white).tiff().toBuffer();
    expect(await problemsOf({ 'media/a.png': tiff, 'media/b.jpg': tiff })).toEqual([
      'media/a.png:1: the file is not a picture that can be read; save it as png again',
      'media/b.jpg:1: the file is not a picture that can be read; save it as jpg again',
    ]);
  });

  test('that is none, or another kind than its name says, is named', async () => {
    const png = await sharp(white).png().toBuffer();
    const files = {
      'media/a.png': '我不是圖',
      'media/b.png': '',
      'media/c.jpg': png,
      'media/d.svg': '只是文字',
      'media/e.txt': '文字',
      'media/f': png,
      'media/g.html': '<script>alert(1)</script>',
      'media/h.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>',
      'media/i&j.png': png,
      'media/k#l.png': png,
    };
    const formats = 'use .svg, .png, .jpg, .jpeg, .webp, .gif, .avif, .mp4, .m4a, .mp3, .pdf';
    const name =
      'the name contains a sign that cannot be used; use letters, digits, Chinese characters, - and _, such as media/articles/春茶.svg';
    expect(await problemsOf(files)).toEqual([
      'media/a.png:1: the file is not a picture that can be read; save it as png again',
      'media/b.png:1: the file is not a picture that can be read; save it as png again',
      'media/c.jpg:1: the file is png inside, but ends in .jpg; give it the ending of its format',
      'media/d.svg:1: the file is not a picture that can be read; save it as svg again',
      `media/e.txt:1: .txt is no format of pictures, films, sound or documents; ${formats}`,
      `media/f:1: a file without an ending is no format of pictures, films, sound or documents; ${formats}`,
      `media/g.html:1: .html is no format of pictures, films, sound or documents; ${formats}`,
      'media/h.svg:1: the picture has 20000 × 20000 pixels; use at most 50000000 pixels',
      `media/i&j.png:1: ${name}`,
      `media/k#l.png:1: ${name}`,
    ]);
  });
});
