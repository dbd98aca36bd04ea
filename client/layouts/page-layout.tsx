import { usePageFocus } from '../browser/navigate/page-focus.ts';
import { useScrollRestoration } from '../browser/navigate/scroll-restoration.ts';
import { useText } from '../context/use-text.ts';
import { PageOutlet } from './page-outlet.tsx';
import { SaveForm } from './save-form.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { Widgets } from './widgets.tsx';

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
