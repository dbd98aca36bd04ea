import { mostNotes, type Refused } from './find-refused.ts';
import type { Problem } from './problem.ts';

export function describeRefused({ path: typed, reason }: Refused): Pick<Problem, 'wrong' | 'right'> {
  switch (reason) {
    case 'too-many-notes':
      return {
        wrong: `${typed} is footnote ${mostNotes + 1}`,
        right: `use at most ${mostNotes} in one text`,
      };
    case 'raw-html':
      return { wrong: `${typed} is HTML`, right: 'write Markdown, or put code between backquotes' };
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
  }
}
