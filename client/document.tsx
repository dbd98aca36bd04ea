import type { ReactNode } from 'react';
import type { AppConfig } from '#shared/app-config.ts';
import { systemModes, themeColor, type ColorMode } from '#shared/color-mode.ts';
import { toScriptJson } from '#shared/payload/json-script.ts';
import { language } from '#shared/locale/language.ts';
import { textElementId } from './site/prose.tsx';

/** Addresses with the base path. */
export interface DocumentAssets {
  styles: readonly string[];
  /** Module scripts that the page needs, for the entry to load when the page has been seen. */
  scripts: readonly string[];
  favicon: string;
  touchIcon: string;
  webManifest: string;
  /** Colour of the browser's own bars; null: they follow the page's colour mode. */
  barColor: string | null;
}

interface DocumentProps {
  config: AppConfig;
  /** `toScriptJson` of a `PageData`. */
  pageDataJson: string;
  /** For search engines; null on pages that have none. */
  structuredDataJson: string | null;
  assets: DocumentAssets;
  colorMode: ColorMode;
  /** It is painted from its text on, while that still comes. */
  isLong: boolean;
  /** The app, which the browser hydrates. */
  children: ReactNode;
}

export const appElementId = 'app';
export const configElementId = 'app-config';
export const pageDataElementId = 'page-data';
export const colorSchemeMetaName = 'color-scheme';

/**
 * The document as the server writes it. The browser's React owns only the content of `#app`: additions of extensions
 * around it do not concern it.
 */
export function Document({
  config,
  pageDataJson,
  structuredDataJson,
  assets,
  colorMode,
  isLong,
  children,
}: DocumentProps) {
  return (
    <html lang={language} data-color-mode={colorMode}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name={colorSchemeMetaName} content={colorScheme(colorMode)} />
        <ThemeColor colorMode={colorMode} barColor={assets.barColor} />
        <link rel="icon" href={assets.favicon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={assets.touchIcon} />
        <link rel="manifest" href={assets.webManifest} />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {/* What is painted on a slow machine while it is still read would move: links stand in the middle, or at the end. */}
        <link rel="expect" href={`#${isLong ? textElementId : configElementId}`} blocking="render" />
      </head>
      <body data-scripts={assets.scripts.join(' ')}>
        <div id={appElementId}>{children}</div>
        <JsonScript id={configElementId} json={toScriptJson(config)} />
        <JsonScript id={pageDataElementId} json={pageDataJson} />
        {structuredDataJson !== null && (
          <JsonScript id="structured-data" json={structuredDataJson} type="application/ld+json" />
        )}
      </body>
    </html>
  );
}

/** The colour of the browser's own bars. That of the site is the same in both modes, as its buttons are. */
export function ThemeColor({ colorMode, barColor }: { colorMode: ColorMode; barColor: string | null }) {
  if (barColor !== null) return <meta name="theme-color" content={barColor} />;
  return systemModes.map((system) => (
    <meta
      key={system}
      name="theme-color"
      media={`(prefers-color-scheme:${system})`}
      content={themeColor(colorMode, system)}
    />
  ));
}

/**
 * Tree that the browser hydrates into `#app`. `useId` counts siblings on the way from the root, so the tree has the
 * same shape as in `Document`: head and body, and four children of the body, the first of which is the app.
 */
export function InDocument({ children }: { children: ReactNode }) {
  const app = (
    <>
      {children}
      {null}
      {null}
      {null}
    </>
  );
  return (
    <>
      {null}
      {app}
    </>
  );
}

/** The value of `<meta name="color-scheme">`. */
export function colorScheme(mode: ColorMode): string {
  return mode === 'system' ? 'light dark' : mode;
}

/** Data, not code: the policy that forbids inline scripts does not concern it. */
function JsonScript({ id, json, type = 'application/json' }: { id: string; json: string; type?: string }) {
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}
