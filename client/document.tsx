import type { ReactNode } from 'react';
import type { AppConfig } from '#shared/app-config.ts';
import type { ColorMode } from '#shared/color-mode.ts';
import { toScriptJson } from '#shared/json-script.ts';
import { language } from '#shared/i18n/texts.ts';
import { trustedHtml } from './browser/trusted-html.ts';

/** Addresses with the base path. */
export interface DocumentAssets {
  styles: readonly string[];
  /** Module scripts that the page needs, for the entry to load when the page has been seen. */
  scripts: readonly string[];
  favicon: string;
}

interface DocumentProps {
  config: AppConfig;
  pageDataJson: string;
  /** For search engines; null on pages that have none. */
  structuredDataJson: string | null;
  assets: DocumentAssets;
  colorMode: ColorMode;
  children: ReactNode;
}

export const configElementId = 'app-config';
export const pageDataElementId = 'page-data';
export const structuredDataElementId = 'structured-data';

export function Document({
  config,
  pageDataJson,
  structuredDataJson,
  assets,
  colorMode,
  children,
}: DocumentProps) {
  return (
    <html lang={language} data-color-mode={colorMode}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={colorMode === 'system' ? 'light dark' : colorMode} />
        <link rel="icon" href={assets.favicon} type="image/svg+xml" />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body data-scripts={assets.scripts.join(' ')}>
        {children}
        <JsonScript id={configElementId} json={toScriptJson(config)} />
        <JsonScript id={pageDataElementId} json={pageDataJson} />
        {structuredDataJson !== null && (
          <JsonScript id={structuredDataElementId} json={structuredDataJson} type="application/ld+json" />
        )}
      </body>
    </html>
  );
}

/** Data, not code: the policy that forbids inline scripts does not concern it. */
function JsonScript({ id, json, type = 'application/json' }: { id: string; json: string; type?: string }) {
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html: trustedHtml(json) }} />;
}
