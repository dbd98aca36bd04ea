import { paths } from '#shared/address/paths.ts';
import type { LayoutPayload, TextLink } from '#shared/payload/payloads.ts';
import { useContentLink, useHref } from '../context/app-config-context.ts';
import { useOptionalPayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { ColorModeChoice } from './color-mode-choice.tsx';

/** Footer with the details of the site's owner; parts that the settings leave out are omitted. */
export function SiteFooter() {
  const t = useText();
  const href = useHref();
  const site = useOptionalPayload('layout');
  return (
    <footer className="site-footer">
      <div className="site-width">
        <div>
          <p className="section-title">
            <a href={href(paths.home)} className="row-link">
              {site?.name}
            </a>
          </p>
          <p className="font-serif">{site?.tagline}</p>
          <p>{site?.footer.about}</p>
          {site && <Contact footer={site.footer} />}
        </div>
        {site && (site.footer.links.length > 0 || site.footer.social) && (
          <nav aria-label={t('site.footerNavigation')}>
            <Links links={site.footer.links} />
            {site.footer.social && <Links links={site.footer.social} rel="me noopener" />}
          </nav>
        )}
      </div>
      <div>
        <div className="site-width">
          {site && <Rights site={site} />}
          <ColorModeChoice />
        </div>
      </div>
    </footer>
  );
}

function Contact({ footer: { company, taxId, address, email } }: Pick<LayoutPayload, 'footer'>) {
  const t = useText();
  if (!company && !taxId && !address && !email) return null;
  return (
    <address>
      {company && <span>{company}</span>}
      {taxId && <span>{t('site.taxId', { taxId })}</span>}
      {address && <span>{address}</span>}
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
          <a {...contentLink(url)} {...(rel && { rel })} className="row-link">
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
    <p>
      {t('site.copyright', { name: year === undefined ? name : `${year} ${name}` })}
      {licence && (
        <a {...contentLink(licence.url)} rel="license noopener" className="row-link">
          {licence.label}
        </a>
      )}
    </p>
  );
}
