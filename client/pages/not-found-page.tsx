import { pageNotFound } from '#shared/payload/page-error.ts';
import { useLocation } from 'react-router';
import { ErrorView } from '../site/error-view.tsx';

/** Normally the server's answer already made it an error; this is for an answer that found something after all. */
export function NotFoundPage() {
  const { pathname, search } = useLocation();
  return <ErrorView error={pageNotFound(pathname + search)} />;
}
