import type { ComponentType } from 'react';
import { serveBare } from './bare-express.ts';

/** No data, no router, no words to look up. */
export function serveMarkup(Page: ComponentType, bootstrapModules: string[]): void {
  serveBare(() => <Page />, bootstrapModules);
}
