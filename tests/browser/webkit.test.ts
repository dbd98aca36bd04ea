import { describe } from 'vitest';
import { webKitPaths } from '../helpers/other-browsers/browser-paths.ts';
import { smokeTests } from '../helpers/other-browsers/smoke-tests.ts';
import { startWebKit } from '../helpers/other-browsers/webkit.ts';

describe.runIf(webKitPaths !== null)('the site in WebKit', () => smokeTests(startWebKit));
