import { kindNames } from '#shared/kinds/kind-names.ts';
import { expect, test } from 'vitest';
import { ruleOf } from '#client/edit/form/field-texts.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import { siteSchema } from '#server/content/site-settings.ts';
import { editForms, siteForm, type EditField } from '#shared/editing/edit-forms.ts';
import { isTypedName } from '#shared/editing/typed-names.ts';
import { anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }),
  'products/pot.md': aProduct({ name: '壺' }),
  'site.yaml': 'name: 測試誌\n',
};

function rowsOf(list: string, count: number, cells: (row: number) => Record<string, string>) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, row) =>
      Object.entries(cells(row)).map(([name, text]) => [`f.${list}.${row}${name && `.${name}`}`, text]),
    ).flat(),
  );
}

test.for(engines)(
  'every list that is too long to be published is told with its limit, and what is wrong in it, on %s',
  async (engine) => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn('admin');
    const tags = [...Array.from({ length: 20 }, (_, n) => `茶${n}`), '長'.repeat(51)].join('\n');
    const products = rowsOf('products', 51, (row) => ({ '': `p${row}` }));
    const article = await lin.send(
      await lin.get('/edit/articles/spring'),
      { ...products, 'f.tags': tags, 'f.title': '題'.repeat(201) },
      { value: 'publish' },
    );
    expect(article.status).toBe(422);
    for (const told of [
      '「標籤」有 21 個，最多 20 個。',
      '「文中提到的商品」有 51 個，最多 50 個。',
      '「標題」不符合規則。最多 200 個字。',
      `「標籤」裡的「${'長'.repeat(51)}」不能用：一個最多 50 個字。`,
    ])
      expect(article.text).toContain(told);
    const images = rowsOf('images', 31, () => ({ src: 'media/none.svg', alt: '' }));
    const product = await lin.send(await lin.get('/edit/products/pot'), images, { value: 'publish' });
    expect(product.text).toContain('「圖片」有 31 個，最多 30 個。');
    expect(product.text).toContain('請填寫「圖片說明」。');
    const links = rowsOf('navigation', 9, () => ({ label: '關於', path: '/pages/about' }));
    const site = await lin.send(await lin.get('/edit/site'), links);
    expect(site.text).toContain('「頁首的連結」有 9 個，最多 8 個。');
  },
);

// Refused before anything is stored.
test('more rows than a field may have come back, with the limit, and nothing is stored', async () => {
  const { signIn, services } = await openEditSite('sqlite', files);
  const admin = await signIn('admin');
  const specs = rowsOf('specs', 230, (row) => ({ name: `名${row}`, value: `值${row}` }));
  const links = rowsOf('navigation', 201, (row) => ({ label: `連${row}`, path: '/articles' }));
  const mentions = rowsOf('products', 260, (row) => ({ '': `p${row}` }));
  const forms = [
    { path: '/edit/products/pot', rows: specs, told: '「規格」有 230 個，最多 200 個。' },
    {
      path: '/edit/products/_new',
      rows: { id: 'cup', ...specs },
      told: '「規格」有 230 個，最多 200 個。',
    },
    { path: '/edit/articles/spring', rows: mentions, told: '「文中提到的商品」有 260 個，最多 200 個。' },
    { path: '/edit/site', rows: links, told: '「頁首的連結」有 201 個，最多 200 個。' },
  ];
  for (const { path, rows, told } of forms) {
    const page = await admin.get(path);
    const buttons = path.endsWith('_new') || path === '/edit/site' ? ['save'] : ['save', 'publish'];
    for (const value of buttons) {
      const back = await admin.send(page, rows, { value });
      expect(back.status, path).toBe(422);
      expect(back.text).toContain(told);
      for (const [name, text] of Object.entries(rows)) {
        expect(back.text).toContain(`name="${name}"`);
        expect(back.text).toMatch(new RegExp(`(?: value="|>)${text}(?:"|</textarea>)`));
      }
    }
  }
  const { read } = services.db;
  expect(await read.selectFrom('drafts').selectAll().execute()).toEqual([]);
  expect(await read.selectFrom('revisions').selectAll().execute()).toEqual([]);
});

test('a row is not lost for a gap before it, nor a new one for the limit', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const lin = await signIn();
  const page = await lin.get('/edit/products/pot');
  const rows = { 'f.specs.3.name': '產地', 'f.specs.3.value': '鶯歌', 'f.specs.9.name': '容量' };
  const added = await lin.send(page, rows, { name: 'row', value: 'specs:add' });
  expect(added.text).toContain('name="f.specs.1.name" value="容量"');
  expect(added.text).toContain('name="f.specs.2.name"');
  const full = rowsOf('specs', 200, (row) => ({ name: `名${row}`, value: '' }));
  const refused = await lin.send(page, full, { name: 'row', value: 'specs:add' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('「規格」有 201 個，最多 200 個。');
});

/** Item that may be published. */
function itemOf(field: EditField, index: number): unknown {
  if (field.type === 'lines') return `x${index}`;
  if (field.name === 'featured') return { product: `x${index}` };
  if (field.name === 'front') return field.columns?.[0]?.options?.[index];
  const [first] = field.columns ?? [];
  if (first?.name === '') return `x${index}`;
  const cells = { label: '名', url: 'https://tea.example/', path: '/a', src: 'media/a.svg', alt: '圖' };
  const others = { file: 'media/a.pdf', mark: 'bsmi', number: '1' };
  const named = { name: `名${index}`, values: ['值'], id: `v${index}` };
  return Object.fromEntries(
    (field.columns ?? [])
      .filter(({ type }) => type !== 'value')
      .map(({ name }) => [name, Reflect.get({ ...cells, ...others, ...named }, name)]),
  );
}

function isRefused(kind: (typeof kindNames)[number] | 'site', field: EditField, value: unknown): boolean {
  const [first = '', second] = field.name.split('.');
  const fields = { [first]: second === undefined ? value : { [second]: value } };
  if (kind !== 'site')
    return contentKinds[kind].findIssues(fields).some(({ path }) => path.join('.').startsWith(field.name));
  return !siteSchema.safeParse({ name: 'x', ...fields }).success;
}

test('the limits that fields tell are those of publishing', () => {
  const forms = [...kindNames.map((kind) => [kind, editForms[kind]] as const), ['site', siteForm] as const];
  let count = 0;
  for (const [kind, form] of forms)
    for (const field of form) {
      if (field.maxItems === undefined) {
        expect(['rows', 'lines'], field.name).not.toContain(field.type);
        continue;
      }
      const list = (length: number) => Array.from({ length }, (_, index) => itemOf(field, index));
      expect(isRefused(kind, field, list(field.maxItems)), `${kind}.${field.name}`).toBe(false);
      expect(isRefused(kind, field, list(field.maxItems + 1)), `${kind}.${field.name}`).toBe(true);
      if (field.name !== 'front') expect(ruleOf(field)).toContain(`最多 ${field.maxItems} `);
      count += 1;
    }
  expect(count).toBe(21);
});

test('a row that a form has room for is given back under its name', () => {
  expect(isTypedName('f.products.2499')).toBe(true);
  expect(isTypedName('f.products.10000')).toBe(false);
});
