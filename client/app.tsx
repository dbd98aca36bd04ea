import type { i18n as I18n } from 'i18next';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { AppConfig } from '#shared/app-config.ts';
import type { ColorMode } from '#shared/color-mode.ts';
import { showColorMode } from './browser/keep/show-color-mode.ts';
import { AppConfigContext } from './context/app-config-context.ts';
import { ColorModeContext } from './context/color-mode-context.ts';
import { ViewerContext, type ViewerStore } from './context/viewer-store.ts';

export interface AppProps {
  config: AppConfig;
  i18n: I18n;
  colorMode: ColorMode;
  viewer: ViewerStore;
  /** The router's provider: static on the server, live in the browser. */
  children: ReactNode;
}

/** Everything inside `#app`, the same tree on the server and in the browser. */
export function App({ config, i18n, colorMode: initialMode, viewer, children }: AppProps) {
  const [colorMode, setColorMode] = useState(initialMode);
  useLayoutEffect(() => showColorMode(colorMode), [colorMode]);
  return (
    <I18nextProvider i18n={i18n}>
      <AppConfigContext value={config}>
        <ColorModeContext value={[colorMode, setColorMode]}>
          <ViewerContext value={viewer}>{children}</ViewerContext>
        </ColorModeContext>
      </AppConfigContext>
    </I18nextProvider>
  );
}
