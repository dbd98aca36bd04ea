import type { HtmlReason, Refused } from './find-refused.ts';
import { htmlElements, maxSpan, standsInLine } from './html-elements.ts';
import { maxDepth } from './html-nest.ts';
import type { Problem } from '../front-matter/problem.ts';

/** Describes a problem with HTML in a text, and its remedy. */
export function describeRefusedHtml({
  path: typed,
  reason,
  within = '',
}: Refused & { reason: HtmlReason }): Pick<Problem, 'wrong' | 'right'> {
  const name = /^<\/?([a-z][a-z0-9-]*)/i.exec(typed)?.[1]?.toLowerCase() ?? typed;
  switch (reason) {
    case 'raw-html':
      return describeUnknown(typed, name);
    case 'html-attribute':
      return { wrong: `<${within}> has the attribute ${typed}`, right: wayWithout(typed, within) };
    case 'html-value':
      return {
        wrong: `<${within}> has ${typed}`,
        right: wayOfValue(typed.replace(/=.*/s, ''), within),
      };
    case 'html-missing':
      return { wrong: `<${within}> has no ${typed}`, right: wayOfValue(typed, within) };
    case 'endless-html':
      return {
        wrong: `${typed} is a tag that does not end`,
        right: 'write > at its end, or &lt; for a sign',
      };
    case 'unclosed-html':
      return {
        wrong: `${typed} is not closed`,
        right: standsInLine(name)
          ? `write </${name}> where it ends, in the same paragraph`
          : `write </${name}> where it ends, within the list item or quotation if it stands in one`,
      };
    case 'unopened-html':
      return {
        wrong: `${typed} closes nothing that is open here`,
        right: name === 'br' ? 'write <br>' : `write <${name}> before it, or leave it out`,
      };
    case 'misplaced-html':
      return {
        wrong: `${typed} may not stand ${within ? `in this place of <${within}>` : 'in this place'}`,
        right: ways.places.get(name) ?? placeOf(name),
      };
    case 'moved-html':
      return { wrong: `browsers would move ${typed}`, right: 'take it out of what it stands in' };
    case 'deep-html':
      return { wrong: `${typed} stands in ${maxDepth} others`, right: 'take it out of some of them' };
    case 'no-summary':
      return { wrong: `${typed} has no title`, right: 'begin it with <summary>words</summary>' };
    case 'words-in-element':
      return { wrong: `words stand directly in ${typed}`, right: wayIn(name, 'them') };
    case 'markdown-in-element':
      return { wrong: `a block of Markdown stands directly in ${typed}`, right: wayIn(name, 'it') };
    case 'markdown-in-html':
      return {
        wrong: `${typed} is Markdown in a block of HTML, where it is not read`,
        right: 'leave a blank line before and after it, or write its signs as &#42; &#93; &#96; &#126;',
      };
  }
}

function describeUnknown(typed: string, name: string): Pick<Problem, 'wrong' | 'right'> {
  if (htmlElements.has(name)) {
    return {
      wrong: `${typed} is not written as a tag`,
      right: `write it as <${name}>, or \\< where no tag is meant`,
    };
  }
  const way = ways.elements.get(name) ?? 'write Markdown';
  return {
    wrong: `${typed} is HTML that texts may not have`,
    right: `${way}, or put code between backquotes`,
  };
}

function wayWithout(attribute: string, element: string): string {
  const attributes = Object.keys(htmlElements.get(element)?.attributes ?? {});
  const others =
    attributes.length > 0 ? `<${element}> may have ${attributes.join(', ')}` : `<${element}> has none`;
  const reason = attribute.startsWith('on') ? ways.attributes.get('on') : ways.attributes.get(attribute);
  return `leave it out: ${reason ?? others}`;
}

function wayOfValue(attribute: string, element: string): string {
  return ways.values.get(`${element} ${attribute}`) ?? ways.values.get(attribute) ?? 'leave it out';
}

function placeOf(name: string): string {
  return standsInLine(name)
    ? 'put it among words'
    : 'begin a line of its own with it, outside of a paragraph';
}

function wayIn(name: string, what: string): string {
  if (htmlElements.get(name)?.needs) return `close <${name}> at once: what is said of it stands outside`;
  if (htmlElements.get(name)?.holds === 'words')
    return 'write its words in one line with its tags, without blank lines';
  return name === 'colgroup'
    ? 'it holds <col> only'
    : `put ${what} into <td>, <th> or <caption>${what === 'it' ? ', without spaces before tags' : ''}`;
}

const tableOrder = 'put it into <table>, in the order caption, colgroup, thead, tbody, tfoot';
const picture = 'write ![what it shows](media/articles/spring.svg)';
const ownList = 'write - or 1. before each of its lines';
const noScript = 'leave it out: texts have no scripts and no styles';
const noForm = 'leave it out: texts have no forms';
const elsewhere = 'link to it: [words](https://…)';
const paragraph = 'leave it out: a blank line begins a new paragraph, and looks are those of the site';

const ways = {
  elements: new Map(
    Object.entries({
      a: 'write [words](/articles)',
      'img picture svg image': picture,
      'b strong': 'write **words**',
      'i em cite dfn var': 'write *words*',
      's strike': 'write ~~words~~',
      'code tt samp pre': 'put it between backquotes',
      'h1 h2 h3 h4 h5 h6': 'write ## before its words',
      'ul ol li dl dt dd menu': ownList,
      hr: 'write ---',
      'blockquote q': 'write > before its lines',
      'p div span section article header footer main aside center font': paragraph,
      'source track': 'leave it out: <video> and <audio> name their one file by src',
      'script noscript style link meta base template slot': noScript,
      'form input button select option textarea label dialog': noForm,
      'iframe frame frameset object embed canvas': elsewhere,
      '<!--': 'leave it out: what only editors read belongs into front matter or [//]: # (words)',
    }).flatMap(([names, way]) => names.split(' ').map((name): [string, string] => [name, way])),
  ),
  attributes: new Map([
    ['on', 'texts run nothing'],
    ['autoplay', 'nothing plays unasked'],
    ['style', 'looks are those of the site'],
    ['class', 'looks are those of the site'],
    ['id', 'headings are what can be linked to: ## 水溫 is #s-水溫'],
  ]),
  values: new Map([
    ['title', 'write what the short form stands for'],
    ['video src', 'name a film of the media folder, such as media/films/whisking.mp4'],
    ['audio src', 'name a recording of the media folder, such as media/sounds/rain.mp3'],
    ['poster', 'name a picture of the media folder, such as media/films/whisking.jpg'],
    ['controls', 'leave it out: they are always shown'],
    ['scope', 'use row, col, rowgroup or colgroup'],
    ...['colspan', 'rowspan', 'span'].map((name): [string, string] => [
      name,
      `use a whole number from 1 to ${maxSpan}`,
    ]),
  ]),
  places: new Map([
    ['rt', 'put it directly into <ruby>'],
    ['rp', 'put it directly into <ruby>'],
    ['summary', 'put it once into <details>, before all else'],
    ['figcaption', 'put it once into <figure>, before or after all else'],
    ...['caption', 'colgroup', 'thead', 'tbody', 'tfoot'].map((name): [string, string] => [name, tableOrder]),
    ['col', 'put it into <colgroup>'],
    ['tr', 'put it into <table>, or its <thead>, <tbody> or <tfoot>'],
    ['td', 'put it into <tr>'],
    ['th', 'put it into <tr>'],
  ]),
} as const;
