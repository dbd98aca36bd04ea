import type { Field } from '#shared/kinds/fields.ts';
import type { KindRecord } from '#shared/kinds/kind.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { documentHint, mediaHint, statusHint, timeHint, webHint } from './field-schemas.ts';

/** Accepted values of each key, for messages; those within a key are named by their path, such as `links.url`. */
export function hintsOf({ fields, shown }: KindRecord): Record<string, string> {
  const hints = Object.entries(fields).map(([name, field]) => hintsOfField(name, field));
  return Object.assign({}, ...hints, shown === 'always' ? {} : { status: statusHint });
}

/** Accepted values of a field, by its name, and those of its columns. */
export function hintsOfField(name: string, field: Field): Record<string, string> {
  const columns = Object.entries(field.columns ?? {}).map(([column, cell]) =>
    hintsOfField(`${name}.${column}`, cell),
  );
  return Object.assign({ [name]: hintOf(field) }, ...columns);
}

function hintOf(field: Field): string {
  const { hint, example } = field;
  const described = hint ?? describe(field);
  return example === undefined ? described : `${described}, such as ${example}`;
}

function describe({ type, max, options = [], columns = {}, to, isOpen, isDocument }: Field): string {
  switch (type) {
    case 'line':
    case 'text':
      return `text of at most ${max} characters`;
    case 'lines':
      return `a list of texts of at most ${max} characters`;
    case 'number':
      return `a whole number of at most ${max}, or left out`;
    case 'price':
      return 'a whole number of New Taiwan dollars such as 680 or 1,280, or left out';
    case 'time':
      return timeHint;
    case 'address':
      return webHint;
    case 'choice':
      return options.join(', ');
    case 'media':
      return isDocument ? documentHint : mediaHint;
    case 'reference':
      return `the id of ${to && kinds[to].phrase}${isOpen ? `, or a name of at most ${max} characters` : ''}`;
    case 'references':
      return `a list of different ids of ${to}`;
    case 'rows':
      return 'a list of maps';
    case 'choices':
      return `a list of ${options.join(', ')}, or some of them, each once`;
    case 'featured': {
      const things = Object.values(kinds).flatMap(({ isFeatured, word }) =>
        isFeatured ? [`{ ${word}: ID }`] : [],
      );
      return `a list of ${things.join(' or ')}`;
    }
    case 'color':
      return 'a colour such as #9a3412';
    case 'email':
      return 'an e-mail address such as hello@example.com';
    case 'phone':
      return 'a telephone number such as 02-2345-6789';
    case 'lineId':
      return 'the id of a LINE official account, such as @qingye';
    case 'taxId':
      return 'a tax id (統一編號) of 8 digits';
    case 'year':
      return 'a year, such as 2021';
    case 'path':
      return 'a path of this site such as /articles';
    case 'link':
      return 'a path of this site such as /articles, or a web address';
    case 'font':
      return 'on, off, or a file of the content folder such as fonts/title.ttf';
    case 'group':
      return `a map of ${Object.keys(columns).join(', ')}, or some of them`;
    case 'pairs':
      return 'a map of different names and their values, or of groups of them';
    case 'values':
      return 'a map of names and a text of each';
  }
}
