import { paths } from '#shared/paths.ts';
import { useContentLink, useHref } from '../context/app-config-context.ts';
import { useOptionalPayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';

export function SiteFooter() {
  const t = useText();
  const href = useHref();
  const contentLink = useContentLink();
  const site = useOptionalPayload('layout');
  return (
    <footer className="site-footer">
      <div className="site-width grid gap-8 py-12 sm:grid-cols-[1fr_auto] sm:gap-16">
        <div>
          <p className="font-serif text-xl tracking-widest text-strong">
            <a href={href(paths.home)} className="row-link">
              {site?.name}
            </a>
          </p>
          <p className="font-serif text-base text-body">{site?.tagline}</p>
          <p className="mt-4 max-w-[34em] leading-relaxed">{site?.footer.about}</p>
        </div>
        {site && site.footer.links.length > 0 && (
          <nav aria-label={t('site.footerNavigation')}>
            <ul>
              {site.footer.links.map(({ label, url }) => (
                <li key={url}>
                  <a {...contentLink(url)} className="row-link text-body">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <div className="border-t border-line">
        <p className="site-width py-5">{t('site.copyright', { name: site?.name ?? '' })}</p>
      </div>
    </footer>
  );
}
