import { paths } from '#shared/paths.ts';
import type { LayoutPayload, TextLink } from '#shared/payloads.ts';
import { useContentLink, useHref } from '../context/app-config-context.ts';
import { useOptionalPayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { ColorModeChoice } from './color-mode-choice.tsx';

/** What the settings say of who is behind the site; what they leave out is not there. */
export function SiteFooter() {
  const t = useText();
  const href = useHref();
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
          {site && <Contact footer={site.footer} />}
        </div>
        {site && (site.footer.links.length > 0 || site.footer.social) && (
          <nav aria-label={t('site.footerNavigation')} className="flex flex-wrap gap-x-12">
            <Links links={site.footer.links} />
            {site.footer.social && <Links links={site.footer.social} rel="me noopener" />}
          </nav>
        )}
      </div>
      <div className="border-t border-line">
        <div className="site-width flex flex-wrap items-center justify-between gap-x-8 py-3">
          {site && <Rights site={site} />}
          <ColorModeChoice />
        </div>
      </div>
    </footer>
  );
}

function Contact({ footer: { address, email } }: Pick<LayoutPayload, 'footer'>) {
  if (!address && !email) return null;
  return (
    <address>
      {address}
      {email && (
        <a href={`mailto:${email}`} className="row-link">
          {email}
        </a>
      )}
    </address>
  );
}

function Links({ links, rel }: { links: readonly TextLink[]; rel?: string }) {
  const contentLink = useContentLink();
  return (
    <ul>
      {links.map(({ label, url }) => (
        <li key={url}>
          <a {...contentLink(url)} {...(rel && { rel })} className="row-link text-body">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Rights({ site: { name, footer } }: { site: LayoutPayload }) {
  const t = useText();
  const contentLink = useContentLink();
  const { year, licence } = footer;
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      {t('site.copyright', { name: year === undefined ? name : `${year} ${name}` })}
      {licence && (
        <a {...contentLink(licence.url)} rel="license noopener" className="row-link">
          {licence.label}
        </a>
      )}
    </p>
  );
}
