import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { saveFormId } from '../context/save-form-id.ts';
import { useOwnAddress } from '../context/use-own-address.ts';
import { useViewer } from '../context/viewer-store.ts';

/** Single form for all save buttons of a page: a card needs only a button, not a form of its own. */
export function SaveForm() {
  const href = useHref();
  const viewer = useViewer();
  const back = useOwnAddress();
  if (viewer === null) return null;
  return (
    <form id={saveFormId} method="post" action={href(paths.saved)} data-in-page="" hidden>
      <input type="hidden" name="back" value={back} />
    </form>
  );
}
