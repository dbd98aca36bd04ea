import type { ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';
import { kindNames, kindPages } from '#shared/kinds/kind-names.ts';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { useText } from '../context/use-text.ts';
import { useViewer } from '../context/viewer-store.ts';

/** For editors: link to the form of the shown entry, or to the edit area. */
export function EditLink(): ReactNode {
  const t = useText();
  const href = useHref();
  const viewer = useViewer();
  const location = useLocation();
  if (viewer === null || viewer.role === 'reader') return null;
  return (
    <li>
      <a href={href(paths.edit + formOf(location))} data-reload="" rel="nofollow">
        {t('site.edit')}
      </a>
    </li>
  );
}

/** Path, within the edit area, of the form of a page's entry; empty for a page without one. */
function formOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  for (const kind of kindNames) {
    const [start = ''] = kindPages[kind].address.split(':');
    const [path, parameter] = start.split(/[?=]/);
    if (parameter === undefined) {
      const id = pathname.slice(start.length);
      if (pathname.startsWith(start) && id !== '' && !id.includes('/')) return `/${kind}/${id}`;
    } else if (pathname === path) {
      const id = new URLSearchParams(search).get(parameter);
      if (id) return `/${kind}/${encodeURIComponent(id)}`;
    }
  }
  return '';
}
