import request from 'supertest';
import { expect, test } from 'vitest';
import { aProduct, entry, problemsOf, type Files } from '../helpers/content.ts';
import { thingsOf } from '../helpers/page-description.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

const contact =
  'contact:\n  line: ＠Qingye\n  phone: 02-2345-6789 分機 12\n  email: shop@tea.example\n  hours: 週一 10:00–18:00\n';
const footer = 'footer:\n  email: hello@tea.example\n  company: 測試有限公司\n  taxId: 04595257\n';

const files: Files = {
  'site.yaml': `name: 測試誌\n${contact}priceNote: 含稅\n${footer}`,
  'products/sold.md': aProduct({ name: '蓋碗', sku: 'QY-1', purchaseUrl: 'https://shop.example/' }),
  'products/shown.md': aProduct({ name: '壺 & 杯' }),
  'products/chosen.md': aProduct({
    name: '茶包',
    purchaseUrl: 'https://shop.example/',
    availability: 'coming_soon',
    options: [{ name: '容量', values: ['75 g', '150 g'] }],
    variants: [
      { id: 'small', options: { 容量: '75 g' }, sku: 'TB-75' },
      { id: 'large', options: { 容量: '150 g' } },
    ],
  }),
  'products/unpriced.md': entry({ name: '老茶', category: '茶葉', publishedAt: '2026-01-01T00:00:00Z' }),
};

async function pageOf({ app }: Pick<TestSite, 'app'>, address: string): Promise<string> {
  const { text } = await request(app).get(address).set('Accept', 'text/html').expect(200);
  return /<main[\s\S]*<\/footer>/.exec(text)?.[0].replaceAll('&amp;', '&') ?? '';
}

/** The words of each link to somebody of the site, those that stand out in brackets. */
function waysOf(page: string): string[] {
  const links = page.matchAll(
    /<a (?=[^>]*href="(?:https:\/\/line|tel:|mailto:[^"]*\?))[^>]*class="(button(?:-primary)?) [^>]*>([^<]*)/g,
  );
  return [...links].map(([, look, words = '']) => (look === 'button' ? words : `[${words}]`));
}

test('every product offers the ways to ask, first of all where nothing is sold', async () => {
  const site = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example' } });
  const sold = await pageOf(site, '/product/info/sold');
  const ways = ['用 LINE 詢問', '用 LINE 詢問', '撥打 02-2345-6789 分機 12', '寫信詢問'];
  expect(waysOf(sold)).toEqual(ways);
  expect(sold.indexOf('前往購買')).toBeLessThan(sold.indexOf('用 LINE 詢問'));
  expect(sold).toContain('>含稅</span>');
  for (const id of ['shown', 'unpriced', 'chosen']) {
    const page = await pageOf(site, `/product/info/${id}`);
    expect(waysOf(page)).toEqual(['[用 LINE 詢問]', '[用 LINE 詢問]', ...ways.slice(2)]);
  }
  expect(await pageOf(site, '/product/info/unpriced')).not.toContain('含稅');
});

test('a message in LINE and a mail say which product is meant', async () => {
  const site = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example' } });
  const page = await pageOf(site, '/product/info/sold');
  const text = '詢問：蓋碗（QY-1）\nhttps://tea.example/product/info/sold';
  expect(page).toContain(`href="https://line.me/R/oaMessage/%40Qingye/?${encodeURIComponent(text)}"`);
  expect(page).toContain('href="https://line.me/R/ti/p/%40Qingye"');
  expect(page).toContain('<span class="select-all">@Qingye</span>');
  expect(page).toContain(`mailto:shop@tea.example?subject=${encodeURIComponent('詢問：蓋碗（QY-1）')}"`);
  expect(page).toContain('href="tel:0223456789,12"');
  expect(page).toContain('服務時間：週一 10:00–18:00');
  const chosen = await pageOf(site, '/product/info/chosen?variant=small');
  expect(chosen.indexOf('用 LINE 詢問')).toBeLessThan(chosen.indexOf('到賣場查看'));
  const ofVariant = '詢問：茶包（75 g）（TB-75）\nhttps://tea.example/product/info/chosen?variant=small';
  expect(chosen).toContain(`/?${encodeURIComponent(ofVariant)}"`);
  const nameless = await pageOf(await openSite({ files }), '/product/info/shown');
  expect(nameless).toContain(`/?${encodeURIComponent('詢問：壺 & 杯')}"`);
});

test('the footer names the company, and search engines hear of it', async () => {
  const site = await openSite({ files });
  expect(await pageOf(site, '/articles')).toMatch(
    /<span>測試有限公司<\/span><span>統一編號 04595257<\/span>/,
  );
  const { text } = await request(site.app).get('/').set('Accept', 'text/html');
  expect(thingsOf(text)).toContainEqual(
    expect.objectContaining({
      '@type': 'Organization',
      legalName: '測試有限公司',
      taxID: '04595257',
      telephone: '02-2345-6789 分機 12',
      email: 'shop@tea.example',
    }),
  );
});

test('details of a contact that are none are named with what is wrong', async () => {
  const problemOf = async (lines: string) => {
    const problems = await problemsOf({ 'site.yaml': `name: 青葉\n${lines}\n` });
    return problems.map((problem) => problem.slice('site.yaml:'.length)).join();
  };
  expect(await problemOf('footer:\n  taxId: 0459525')).toBe(
    '3: footer.taxId is "0459525"; it must be a tax id (統一編號) of 8 digits, and has 7 characters',
  );
  expect(await problemOf('footer:\n  taxId: 24536807')).toBe(
    '3: footer.taxId is 24536807; it must be a tax id (統一編號) whose digits fit its check digit: one of them is mistyped',
  );
  expect(await problemOf('contact:\n  line: qingye')).toBe(
    '3: contact.line is "qingye"; it must be the id of a LINE official account, such as @qingye',
  );
  expect(await problemOf('contact:\n  phone: 請來電')).toContain('a telephone number such as 02-2345-6789');
  expect(await problemOf('priceNote: 這一段說明實在太長了寫到這裡已經超過二十個字')).toContain(
    'at most 20 characters',
  );
  expect(await problemOf('footer:\n  taxId: 2453-6806\ncontact:\n  line: "@qingye"')).toBe('');
});
