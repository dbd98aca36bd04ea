import { usePageFocus } from '../browser/page-focus.ts';
import { useScrollRestoration } from '../browser/scroll-restoration.ts';
import { PageOutlet } from '../site/page-outlet.tsx';
import { SaveForm } from '../site/save-button.tsx';
import { SiteFooter } from '../site/site-footer.tsx';
import { SiteHeader } from '../site/site-header.tsx';
import { Widgets } from '../site/widgets.tsx';
import { useText } from '../site/use-text.ts';

export function PageLayout() {
  const t = useText();
  useScrollRestoration();
  usePageFocus();
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#main">
        {t('site.skip')}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="site-width flex-1 py-8 sm:py-12">
        <PageOutlet />
      </main>
      <SiteFooter />
      <SaveForm />
      <Widgets />
    </div>
  );
}
