import { noPage, samplePages } from '#scripts/tools/sample-pages.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { pageTests } from '../helpers/page-tests.ts';

const { home, category, product, articles, article, table, author, about, login } = samplePages;

// tests/long/pages-exhaustive.test.ts looks at every page.
describeInChromium('in a browser each kind of page', (browser) => {
  const kinds = [home, category, product, articles, article, table, author, about, login];
  pageTests(browser, [...kinds, samplePages['search-products']], [noPage, `/${'x'.repeat(300)}`]);
});
