import { useLocation } from 'react-router';
import search from 'icon:lucide/search';
import { paths } from '#shared/address/paths.ts';
import { useContentLink, useHref } from '../context/app-config-context.ts';
import { useOptionalPayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { SearchField } from '../site/search-field.tsx';
import { Icon } from '../ui/icon.tsx';
import { AccountLink } from './account-link.tsx';
import { EditLink } from './edit-link.tsx';
import { PrintedAddress } from './reading/printed-address.tsx';

export function SiteHeader() {
  const t = useText();
  const href = useHref();
  const site = useOptionalPayload('layout');
  return (
    <header className="site-header">
      <div className="site-width">
        <a href={href(paths.home)} className="brand">
          {site?.logo && <img src={site.logo.src} alt="" className="size-7 shrink-0 object-contain" />}
          <span className="truncate">{site?.name}</span>
        </a>
        <SiteMenu />
        <SearchField />
        <a
          href={href(paths.search)}
          className="icon-button -me-3 lg:hidden print:hidden"
          aria-label={t('site.search')}
        >
          <Icon drawing={search} className="size-5" />
        </a>
        <PrintedAddress />
      </div>
    </header>
  );
}

/**
 * Menu in a single row beside the brand. On a phone the overflow scrolls under the link to the account, which stays.
 */
function SiteMenu() {
  const t = useText();
  const href = useHref();
  const contentLink = useContentLink();
  const { pathname } = useLocation();
  const site = useOptionalPayload('layout');
  const items = site?.navigation ?? [
    { path: paths.products(), label: t('site.products') },
    { path: paths.articles(), label: t('site.articles') },
  ];

  function currentOf(address = ''): 'page' | 'true' | undefined {
    const here = href(pathname);
    if (here === address) return 'page';
    return here.startsWith(`${address}/`) ? 'true' : undefined;
  }

  return (
    <nav className="site-menu" aria-label={t('site.mainNavigation')}>
      <ul>
        {items.map(({ path, label }) => {
          const link = contentLink(path);
          return (
            <li key={path}>
              <a {...link} aria-current={currentOf(link.href)}>
                {label}
              </a>
            </li>
          );
        })}
        <EditLink />
        <li>
          <AccountLink />
        </li>
      </ul>
    </nav>
  );
}
