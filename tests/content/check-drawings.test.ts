import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../helpers/content.ts';

describe('a drawing', () => {
  const drawing = (inside: string, before = '', attributes = '') =>
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/2000/svg" width="40" height="30"${attributes}>${inside}</svg>`;

  test.for([
    ['a script', drawing('<script>alert(1)</script>')],
    ['a script under a prefix', drawing('<x:script>alert(1)</x:script>')],
    [
      'a script under a Chinese prefix',
      drawing('<茶:script xmlns:茶="http://www.w3.org/2000/svg">1</茶:script>'),
    ],
    ['a handler', drawing('', '', '\nonload="alert(1)"')],
    [
      'a handler by the document type',
      drawing('', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>'),
    ],
    ['an entity', drawing('&x;', '<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>')],
    ['a link that runs', drawing('<a href="&#106;avascript:alert(1)"><rect/></a>')],
    ['a link out', drawing('<a x:href="https://evil.example"><rect/></a>')],
    ['a picture from elsewhere', drawing('<image href="https://evil.example/x.png"/>')],
    ['a part from elsewhere', drawing("<use href = 'https://evil.example/x.svg#a'/>")],
    ['a page', drawing('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>')],
    ['a style from elsewhere', drawing('<style>@import "https://evil.example/x.css";</style>')],
    ['a colour from elsewhere', drawing('<rect fill="url(https://evil.example/x.svg#a)"/>')],
    ['a style sheet of the document', drawing('', '<?xml-stylesheet href="https://evil.example/x.css"?>')],
    ['an animation of a link', drawing('<animate attributeName="href" values="javascript:alert(1)"/>')],
    [
      'a colour whose address hides behind an escape',
      drawing('<style>a{fill:u\\72l(https://evil.example/x)}</style>'),
    ],
    [
      'one that hides behind numbers',
      drawing('<style>a{fill:&#117;r&#x6c;(https://evil.example/x)}</style>'),
    ],
    ['one that is cut in two', drawing('<style>a{fill:ur<![CDATA[l(https://evil.example/x)]]></style>')],
    ['a set of pictures', drawing('<style>a{cursor:image-set("https://evil.example/x" 1x)}</style>')],
    ['a style sheet of its own', drawing('', '<?xml-stylesheet type="text/xsl" href="#x"?>')],
    ['another encoding', drawing('', '<?xml version="1.0" encoding="ISO-8859-1"?>')],
    ['compressed content', gzipSync(drawing('<script>alert(1)</script>'))],
  ] as const)('with %s is refused', async ([, content]) => {
    const problems = await problemsOf({ 'media/a.svg': content });
    expect(problems).toEqual([
      'media/a.svg:1: the drawing contains a script or loads something; save it as a plain drawing without scripts and links',
    ]);
  });

  const xhtml = 'xmlns:h="http://www.w3.org/1999/xhtml"';
  const notSvg = (name: string) =>
    `<${name}> is no element of SVG; save it as plain SVG, whose elements have the namespace http://www.w3.org/2000/svg`;
  const documentType =
    'its <!DOCTYPE> declares something or names another file; remove it, or save the drawing as plain SVG';
  const notXml = 'it is not XML that a browser can read; save it again as plain SVG';

  test.for([
    [
      'a page that leads elsewhere',
      drawing(`<h:meta ${xhtml} http-equiv="refresh" content="0"/>`),
      notSvg('h:meta'),
    ],
    ['a form', drawing('<p xmlns="http://www.w3.org/1999/xhtml">x</p>'), notSvg('p')],
    [
      'a prefix declared further out',
      drawing('<g><h:form action="x"/></g>', '', ` ${xhtml}`),
      notSvg('h:form'),
    ],
    [
      'a prefix that means another thing within',
      drawing('<g xmlns:x="http://www.w3.org/1999/xhtml"><x:p/></g>'),
      notSvg('x:p'),
    ],
    [
      'a namespace written by numbers',
      drawing('<h:p xmlns:h="http://www.w3.org/1999/xht&#109;l"/>'),
      notSvg('h:p'),
    ],
    ['formulas', drawing('<math xmlns="http://www.w3.org/1998/Math/MathML"/>'), notSvg('math')],
    [
      'a transformation',
      drawing('<t:stylesheet xmlns:t="http://www.w3.org/1999/XSL/Transform"/>'),
      notSvg('t:stylesheet'),
    ],
    [
      'the document type of a file',
      drawing('', '<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd">'),
      documentType,
    ],
    [
      'a known document type',
      drawing('', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'),
      documentType,
    ],
    ['declarations of its own', drawing('', '<!DOCTYPE svg [<!ELEMENT a ANY>]>'), documentType],
    ['an element that is never closed', drawing('<g>'), notXml],
    ['elements across each other', drawing('<g><a></g></a>'), notXml],
    ['a value without quotes', drawing('<rect width=4 />'), notXml],
  ] as const)('with %s is refused by its namespace', async ([, content, told]) => {
    const problems = await problemsOf({ 'media/a.svg': content });
    // Files that the picture library cannot read have a message of their own.
    expect(problems).toHaveLength(1);
    if (!problems[0]?.includes('not a picture that can be read'))
      expect(problems).toEqual([`media/a.svg:1: ${told}`]);
  });

  test('as drawing programs save it is taken', async () => {
    const saved = drawing(
      `<defs><linearGradient id="g"/><clipPath id="c"/></defs><style>.a{fill:url(#g)} .b{fill:url("#g")}</style>
       <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:li>a</rdf:li></rdf:RDF></metadata>
       <i:pgf xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/" id='a>b'/><!-- <h:p> --><g clip-path="url('#c')"><use href="#g"/><use x:href=" #g"/><text>only one = 1, on top</text></g>`,
      '<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: a program -->\n<!DOCTYPE svg>\n',
    );
    expect(await problemsOf({ 'media/a.svg': saved })).toEqual([]);
  });
});
