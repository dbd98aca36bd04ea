import { editForms, siteForm } from '#shared/editing/edit-forms.ts';
import { awkwardTexts } from './awkward-content.ts';
import { mark } from './hostile-words.ts';

/** Names that are found in every plain object, or that a lookup by a name might change. */
export const members = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['prototype', 'then', 'toJSON', 'length', 'default'],
];

export const kinds = ['articles', 'products', 'authors', 'pages'];

/** Ids of the initial entries, and of new ones. */
export const knownIds = [
  'spring',
  'winter',
  'pot',
  'lin',
  'chen',
  'about',
  'new-0',
  'new-1',
  'new-2',
  'new-3',
];

export const otherIds = [
  ...[
    '_new',
    'history',
    'none',
    'A'.repeat(101),
    '%E8%8C%B6',
    '%2e%2e',
    'a%2Fb',
    '%F0%9F%8D%B5',
    '%C3',
    '%00',
  ],
  ...members,
];

export const numbers = [
  ...['0', '1', '1', '2', '2', '3', '4', '5', '6', '7', '8', '9', '12', '20', '40'],
  ...['-1', '1.5', '1e3', '0x1', ' 1', '１', 'abc', 'NaN', 'Infinity', 'null', '', '%00', '2147483648'],
  ...['999999999', '9007199254740993', '9'.repeat(400)],
];

export const queryNames = [
  ...[
    'version',
    'version',
    'key',
    'key',
    'before',
    'after',
    'q',
    'state',
    'done',
    'undo',
    'from',
    'to',
    'role',
  ],
  ...['page', 'next', '%00', 'version[]', 'key[a]'],
];

export const queryValues = [
  ...[
    'all',
    'draft',
    'published',
    'changed',
    'archived',
    'disabled',
    'enabled',
    'admin',
    'spring',
    '茶',
    '%25',
    '_',
  ],
  ...[
    'saved',
    'removed',
    'renamed',
    'restored',
    'redirected',
    'siteSaved',
    'undo',
    'a.1',
    '{key:0}.1',
    '/old',
  ],
  ...[
    '2026-11-22T00:00:00.000Z%20a',
    '2026-11-22T00:00:00.00%00Z%20a',
    '%00',
    '%E2%80%A8',
    '%ED%A0%80',
    '%F0',
  ],
  ...[
    "'",
    '"',
    '%5C',
    '*',
    '-',
    '()',
    'a'.repeat(300),
    `${mark}>`,
    'new-entry-key-000001',
    'new-entry-key-000002',
  ],
];

const fieldsOf = [...Object.values(editForms).flat(), ...siteForm].flatMap(({ name, type, columns = [] }) => {
  const inRows = type === 'pairs' ? ['name', 'value'] : columns.map((column) => column.name);
  const rows = [0, 1, 199].flatMap((row) => inRows.map((cell) => `f.${name}.${row}${cell && `.${cell}`}`));
  return [`f.${name}`, ...(type === 'time' ? [`f.${name}.was`] : []), ...rows];
});

export const fieldNames = [
  ...fieldsOf,
  ...['body', 'body', 'body', 'id', 'id', 'to', 'from', 'address', 'replace', 'take-over'],
  ...['email', 'name', 'role', 'password', 'confirm', 'new-password', 'row', ''],
  ...['end', 'end.time', 'claim'],
];

export const memberNames = members.flatMap((name) => [
  name,
  `f.${name}`,
  `f.links.${name}.label`,
  `f.specs.0.${name}`,
]);

/** Buttons of all forms, so that each form gets those of the others too. */
export const buttons = [
  ...['save', 'save', 'save', 'save', 'save', 'save', 'preview', 'publish', 'publish', 'publish', 'publish'],
  ...['discard', 'unpublish', 'archive', 'republish', 'republish', 'remove', 'rename', 'restore', 'restore'],
  ...['duplicate', 'hand-in', 'give-back', 'undo', 'change', 'add.tags', 'drop.tags', 'check'],
  ...['purge', 'add', 'add', 'create', 'role', 'link', 'disable', 'enable', 'enable', ''],
  ...['plan-end', 'cancel-change', 'cancel-end', 'merge-texts'],
];

const listNames = [
  'links',
  'products',
  'images',
  'specs',
  'featured',
  'front',
  'navigation',
  'title',
  ...members,
];
export const rowSteps = listNames.flatMap((name) => [
  ...[':add', ':up:1', ':down:0', ':down:1e9', ':remove:0', ':remove:-1', ':constructor:0', ''].map(
    (step) => name + step,
  ),
  ...['pick:f.', 'pick:f.', 'put:f.', 'back:f.'].map((step) => `${step}${name}`),
  ...['', '.src', '.id', '.url'].flatMap((cell) => [
    `pick:f.${name}.0${cell}:\0 ${mark}`,
    `put:f.${name}.1e9${cell}:${mark}`,
  ]),
]);

export const texts = [
  ...awkwardTexts,
  ...[
    'spring',
    'lin',
    'pot',
    'none',
    'new-1',
    'new-2',
    'article',
    'product',
    'leads',
    'gone',
    'on',
    'in_stock',
  ],
  ...[
    '2026-11-22T08:00',
    '2026-13-45T99:99',
    '9999-12-31T23:59',
    '0000-00-00T00:00',
    '1',
    '-1',
    '999999999',
    '1e309',
  ],
  ...[
    '/articles/spring',
    '/old',
    '/old?a#b',
    '//evil.example',
    '/articles/%00',
    '/%C3',
    '/edit',
    'javascript:x',
    '/',
  ],
  ...[
    'https://a.example/',
    'media/tea.svg',
    'media/none.svg',
    'media/../x',
    '#123456',
    '#xyz',
    'a@b.tw',
    'admin',
  ],
  ...[
    '**粗**\n\n# 標題\n\n- 一\n- 二',
    '[茶](/articles/spring)',
    '![茶](media/tea.svg "圖")',
    '註[^1]\n\n[^1]: 註',
    '```js\n1\n```',
  ],
  ...[
    '[茶](/articles/%00)',
    '[茶](/author/%ED%A0%80)',
    ':::note\n文\n:::',
    '| a |\n|--|\n| b |',
    '<b>粗</b>',
    '&#0; &#xD800;',
  ],
  ...[
    `${mark}>`,
    `"><svg onload=x>${mark}`,
    '\0',
    '\u0001',
    '\ufeff',
    '\u2028',
    '\ufffe',
    '\u{10ffff}',
    'e\u0301',
  ],
  ...[
    'a'.repeat(300),
    '茶'.repeat(3_000),
    '[('.repeat(200),
    '`'.repeat(500),
    '\n'.repeat(500),
    '> '.repeat(200),
  ],
  ...['!!js/function x', '<<: *a', '&a [*a]', '{{7*7}}', "'; drop table entries; --", '%', '\\', ...members],
];
