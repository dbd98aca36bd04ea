import { describe } from 'vitest';
import { firefoxPath } from '../helpers/other-browsers/browser-paths.ts';
import { startFirefox } from '../helpers/other-browsers/firefox.ts';
import { smokeTests } from '../helpers/other-browsers/smoke-tests.ts';

describe.runIf(firefoxPath !== null)('the site in Firefox', () => smokeTests(startFirefox));
