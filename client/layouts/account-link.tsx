import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { useText } from '../context/use-text.ts';
import { useViewer } from '../context/viewer-store.ts';

/** Link to the login page or, for a signed-in viewer, to the account. */
export function AccountLink(): ReactNode {
  const t = useText();
  const href = useHref();
  const viewer = useViewer();
  const { pathname } = useLocation();
  const path = viewer === null ? paths.login : paths.account;
  const isHere = pathname === path || pathname.startsWith(`${path}/`);
  return (
    <a
      href={href(path)}
      aria-current={isHere ? (pathname === path ? 'page' : 'true') : undefined}
      aria-label={viewer === null ? undefined : t('site.accountOf', { name: viewer.name })}
    >
      {viewer === null ? t('site.login') : <span className="max-w-[6em] truncate">{viewer.name}</span>}
    </a>
  );
}
