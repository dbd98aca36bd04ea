declare module '@marbec/web-auto-extractor' {
  export interface Extracted {
    errors: readonly { message: string }[];
  }
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean; embedSource: string[] });
    parse(html: string): Extracted;
  }
}

declare module '@adobe/structured-data-validator' {
  import type { Extracted } from '@marbec/web-auto-extractor';

  export default class Validator {
    validate(
      extracted: Extracted,
    ): Promise<readonly { severity: 'ERROR' | 'WARNING'; issueMessage: string }[]>;
  }
}
