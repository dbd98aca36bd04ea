import type { ReactNode } from 'react';
import type { ColorMode } from '#shared/color-mode.ts';
import { libraryTexts } from '#shared/locale/editors/library-texts.ts';
import { language } from '#shared/locale/language.ts';
import { colorScheme, ThemeColor } from '../document.tsx';

interface EditDocumentProps {
  /** With the name of what it is a page of. */
  title: string;
  colorMode: ColorMode;
  /** Addresses with the base path. */
  styles: readonly string[];
  favicon: string;
  /** Address of the script, for pages with a form whose texts must not be lost. */
  script?: string | undefined;
  /** Address of things to choose from, before their kind, where there is a form. */
  picks?: string | undefined;
  /** Address to which a script sends files. */
  uploads?: string;
  /** Account whose page it is, and its typed texts; empty after the session has ended. */
  account?: string;
  /** It answers a form, and shows what was sent. */
  isAnswer?: boolean;
  children: ReactNode;
}

/** A page of the edit area. It is whole without a script, which gives back what was typed after a reload, and nothing else. */
export function EditDocument({
  title,
  colorMode,
  styles,
  favicon,
  script,
  picks,
  uploads,
  account,
  isAnswer = false,
  children,
}: EditDocumentProps) {
  return (
    <html
      lang={language}
      data-color-mode={colorMode}
      data-account={account}
      data-picks={picks}
      data-uploads={script && uploads}
      data-upload-failed={script && uploads && libraryTexts.lost}
      data-upload-too-large={script && uploads && libraryTexts.problems['too-large']}
      data-answer={isAnswer ? '' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={colorScheme(colorMode)} />
        <ThemeColor colorMode={colorMode} barColor={null} />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href={favicon} type="image/svg+xml" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {script !== undefined && <script type="module" src={script} />}
      </head>
      <body>{children}</body>
    </html>
  );
}
