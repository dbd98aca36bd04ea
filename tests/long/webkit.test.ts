import { describe } from 'vitest';
import { webKitPaths } from '../helpers/other-browsers/browser-paths.ts';
import { smokeTests } from '../helpers/other-browsers/smoke-tests.ts';
import { startWebKit } from '../helpers/other-browsers/webkit.ts';

// Once more where its program ends in the midst of a test. The report says so.
describe.runIf(webKitPaths !== null)('the site in WebKit', { retry: 1 }, () => smokeTests(startWebKit));
