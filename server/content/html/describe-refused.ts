import { describeRefusedHtml } from './describe-refused-html.ts';
import { maxNotes, type Refused } from './find-refused.ts';
import type { Problem } from '../front-matter/problem.ts';

export function describeRefused(refused: Refused): Pick<Problem, 'wrong' | 'right'> {
  const { path: typed, reason, rather } = refused;
  switch (reason) {
    case 'control-character':
      return describeControl(typed, refused.column ?? 1);
    case 'too-many-notes':
      return {
        wrong: `${typed} is footnote ${maxNotes + 1}`,
        right: `use at most ${maxNotes} in one text`,
      };
    case 'link':
      return {
        wrong: `${typed} is not an address that may be linked`,
        right: 'use https://…, mailto:… or a path of this site such as /articles',
      };
    case 'image':
      return {
        wrong: `${typed} is not a picture of the media folder`,
        right: 'put the picture into media/ and name it as media/articles/spring.svg',
      };
    case 'unknown-note':
      return {
        wrong: `${typed} names a footnote that is not there`,
        right: typed.includes(' ')
          ? 'give the footnote a name without spaces'
          : `add a line ${typed}: with its text, or write \\${typed} where no footnote is meant`,
      };
    case 'unused-note':
      return {
        wrong: `${typed} is a footnote that nothing refers to`,
        right: `write ${typed} in the text where it belongs, or remove the footnote`,
      };
    case 'unknown-address':
      return {
        wrong: `${typed} names an address that is not there`,
        right: `add a line ${typed}: with the address, or write \\[ where no link is meant`,
      };
    case 'unused-address':
      return {
        wrong: `${typed} is an address that no link uses`,
        right: `write [words]${typed} in the text, or remove the address`,
      };
    case 'second-definition':
      return { wrong: `${typed} is defined a second time`, right: 'give each a name of its own' };
    case 'lost-part':
      return {
        wrong: `${typed} is not a part of this page`,
        right: rather
          ? `name a heading of the text, such as ${rather}`
          : 'the text has no headings to link to',
      };
    default:
      return describeRefusedHtml({ ...refused, reason });
  }
}

/** A character that no text may have, by its name. */
export function describeControl(name: string, column: number): Pick<Problem, 'wrong' | 'right'> {
  return {
    wrong: `the control character ${name} stands at column ${column}`,
    right: 'delete it: it cannot be seen',
  };
}
