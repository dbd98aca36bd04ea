import { useRouteError } from 'react-router';
import { toPageError } from '../site/to-page-error.ts';
import { ErrorView } from '../site/error-view.tsx';

/** Stands in the place of everything, when the layout itself or its data failed. */
export function RootErrorPage() {
  return (
    <main id="main" className="site-width py-8">
      <ErrorView error={toPageError(useRouteError())} />
    </main>
  );
}
