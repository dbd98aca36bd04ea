import { useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { Icon, type IconDrawing } from '../ui/icon.tsx';
import { AccountLink } from './account-link.tsx';
import { useHref } from './app-config-context.ts';
import { useOptionalPayload } from './use-payload.ts';
import { useText } from './use-text.ts';

export function SiteHeader() {
  const t = useText();
  const href = useHref();
  const { pathname } = useLocation();
  const site = useOptionalPayload('layout');
  const items = [
    {
      path: paths.products(),
      label: t('site.products'),
      isHere: pathname === '/' || pathname.startsWith('/product'),
    },
    { path: paths.articles(), label: t('site.articles'), isHere: pathname.startsWith('/articles') },
  ];

  return (
    <header className="sticky top-0 z-10 border-b border-line bg-page/95 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <a
          href={href(paths.home)}
          className="flex min-h-11 items-center gap-2 font-serif text-xl text-strong"
        >
          <Icon drawing={leafMark} className="size-6 text-primary" />
          {site?.name}
        </a>
        <nav aria-label={t('site.mainNavigation')}>
          <ul className="flex gap-1 sm:gap-3">
            {items.map(({ path, label, isHere }) => (
              <li key={path}>
                <a
                  href={href(path)}
                  aria-current={isHere ? (pathname === path ? 'page' : 'true') : undefined}
                  className={itemClass}
                >
                  {label}
                </a>
              </li>
            ))}
            <li>
              <AccountLink className={itemClass} />
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}

const itemClass =
  'flex min-h-11 items-center border-b-2 border-transparent px-2 text-body hover:text-primary aria-[current]:border-primary aria-[current]:text-primary';

const leafMark: IconDrawing = {
  viewBox: '0 0 24 24',
  shapes: (
    <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
      <path d="M4 20c0-9 6-15 16-16 0 10-6 16-14 16" strokeLinejoin="round" />
      <path d="M4 20c3-5 6-8 10-10" />
    </g>
  ),
};
