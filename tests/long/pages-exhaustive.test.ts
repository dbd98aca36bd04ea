import { noPage } from '#scripts/tools/sample-pages.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { everyPage } from '../helpers/every-page.ts';
import { pageTests } from '../helpers/page-tests.ts';

describeInChromium('in a browser every page', (browser) => {
  pageTests(browser, everyPage, [noPage, `/${'x'.repeat(300)}`]);
});
