import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { useText } from '../context/use-text.ts';
import { useViewer } from '../context/viewer-store.ts';

/** For who edits: to the form of what this page shows, or to where all of them are. */
export function EditLink(): ReactNode {
  const t = useText();
  const href = useHref();
  const viewer = useViewer();
  const { pathname } = useLocation();
  if (viewer === null || viewer.role === 'reader') return null;
  return (
    <li>
      <a href={href(paths.edit + formOf(pathname))} data-reload="" rel="nofollow">
        {t('site.edit')}
      </a>
    </li>
  );
}

/** The edit area calls two kinds by other names than the site's addresses do. */
function formOf(pathname: string): string {
  const [, kind = '', id] = /^\/(articles|product\/info|author|pages)\/([^/]+)$/.exec(pathname) ?? [];
  const others: Readonly<Record<string, string>> = { 'product/info': 'products', author: 'authors' };
  return id === undefined ? '' : `/${others[kind] ?? kind}/${id}`;
}
