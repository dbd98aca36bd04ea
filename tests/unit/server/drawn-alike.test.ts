import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isDrawnAlike } from '#server/media/pictures/drawn-alike.ts';

const drawing = (inside: string, root = 'viewBox="0 0 40 30"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`;

describe('a raster picture is the same as', () => {
  test.for<[what: string, svg: string]>([
    ['plain shapes', drawing('<rect width="40" height="30"/><g><path d="M1 1h9"/></g>')],
    ['a gradient', drawing('<linearGradient id="a"><stop/></linearGradient><path fill="url(#a)"/>')],
    ['a pattern that is turned', drawing('<pattern id="a" patternTransform="rotate(-23)"><path/></pattern>')],
    ['a style sheet of colours', drawing('<style>.a{fill:rgb(0 0 0)}</style><path class="a"/>')],
    ['what a drawing program saved', drawing('<metadata><rdf:RDF/></metadata><sodipodi:namedview/><path/>')],
    ['one with a size alone', drawing('<path/>', 'width="40" height="30"')],
    ['one with a declaration', `<?xml version="1.0"?><!-- 茶 -->${drawing('<path/>')}`],
  ])('%s', ([, svg]) => {
    expect(isDrawnAlike(svg)).toBe(true);
  });

  test('every drawing of the sample content', () => {
    const files = globSync('server/sample-content/media/**/*.svg');
    expect(files.length).toBeGreaterThan(80);
    expect(files.filter((file) => !isDrawnAlike(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('stays a drawing:', () => {
  test.for<[what: string, svg: string]>([
    ['text', drawing('<text>茶</text>')],
    ['text under another name', drawing('<s:text xmlns:s="http://www.w3.org/2000/svg">茶</s:text>')],
    ['a filter', drawing('<filter id="a"/><path filter="url(#a)"/>')],
    ['a picture inside', drawing('<image href="data:,"/>')],
    ['an animation', drawing('<path><animate attributeName="d"/></path>')],
    ['an animation of the style sheet', drawing('<style>path{animation:a 1s}</style>')],
    [
      'one that is another in the dark',
      drawing('<style>@media (prefers-color-scheme:dark){path{fill:#fff}}</style>'),
    ],
    ['a colour for light and one for dark', drawing('<path fill="light-dark(#000,#fff)"/>')],
    ['a colour of the system', drawing('<path fill="CanvasText"/>')],
    ['one in the languages of its reader', drawing('<path systemLanguage="zh"/>')],
    ['a choice', drawing('<switch><path/></switch>')],
    ['a shape that browsers alone know', drawing('<path style="clip-path:polygon(0 0,1px 1px)"/>')],
    ['lines that keep their width', drawing('<path vector-effect="non-scaling-stroke"/>')],
    ['one without any size', drawing('<path/>', '')],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing('<path/>')}`],
  ])('%s', ([, svg]) => {
    expect(isDrawnAlike(svg)).toBe(false);
  });
});
