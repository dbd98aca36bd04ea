import type { i18n as I18n } from 'i18next';
import { useState, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { AppConfig } from '#shared/app-config.ts';
import type { ColorMode } from '#shared/color-mode.ts';
import { AppConfigContext } from './site/app-config-context.ts';
import { ColorModeContext } from './site/color-mode-context.ts';
import { ViewerContext, type ViewerStore } from './site/viewer-store.ts';
import { Document, type DocumentAssets } from './document.tsx';

export interface AppProps {
  config: AppConfig;
  /** The text of the data block: `toScriptJson` of a `PageData`. */
  pageDataJson: string;
  structuredDataJson: string | null;
  assets: DocumentAssets;
  i18n: I18n;
  colorMode: ColorMode;
  viewer: ViewerStore;
  /** The router's provider: static on the server, live in the browser. */
  children: ReactNode;
}

/** The whole document, the same tree on the server and in the browser. */
export function App({
  config,
  pageDataJson,
  structuredDataJson,
  assets,
  i18n,
  colorMode: initialMode,
  viewer,
  children,
}: AppProps) {
  const [colorMode, setColorMode] = useState(initialMode);
  return (
    <I18nextProvider i18n={i18n}>
      <AppConfigContext value={config}>
        <ColorModeContext value={[colorMode, setColorMode]}>
          <Document
            config={config}
            pageDataJson={pageDataJson}
            structuredDataJson={structuredDataJson}
            assets={assets}
            colorMode={colorMode}
          >
            <ViewerContext value={viewer}>{children}</ViewerContext>
          </Document>
        </ColorModeContext>
      </AppConfigContext>
    </I18nextProvider>
  );
}
