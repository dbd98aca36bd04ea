import { useRouteError } from 'react-router';
import { toPageError } from '../site/to-page-error.ts';
import { ErrorView } from '../site/error-view.tsx';

/** Stands in the place of the page, inside the layout. */
export function ErrorPage() {
  return <ErrorView error={toPageError(useRouteError())} />;
}
