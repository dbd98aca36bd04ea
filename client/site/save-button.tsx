import heart from 'icon:lucide/heart';
import { useLocation } from 'react-router';
import type { SavedItem, Viewer } from '#shared/accounts.ts';
import { paths } from '#shared/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { useHref } from './app-config-context.ts';
import { useText } from './use-text.ts';
import { useViewer } from './viewer-store.ts';

export const saveFormId = 'save-form';

/** The one form of all hearts of a page: each is a button of it, wherever it stands. */
export function SaveForm() {
  const href = useHref();
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  if (viewer === null) return null;
  return (
    <form id={saveFormId} method="post" action={href(paths.saved)} data-in-page="" hidden>
      <input type="hidden" name="back" value={pathname + search} />
    </form>
  );
}

interface SaveProps {
  item: SavedItem;
  /** Of what is saved. */
  name: string;
}

/** On a card, for someone who is signed in. */
export function CardHeart({ item, name, viewer }: SaveProps & { viewer: Viewer }) {
  const t = useText();
  const isSaved = viewer.saved.includes(item);
  return (
    <button
      form={saveFormId}
      name={isSaved ? 'remove' : 'save'}
      value={item}
      aria-label={t(isSaved ? 'save.removeNamed' : 'save.addNamed', { name })}
      className="absolute end-2 top-2 z-1 flex size-11 cursor-pointer items-center justify-center rounded-full bg-page/85 text-strong hover:text-primary"
    >
      <Icon drawing={heart} className={isSaved ? 'size-5 text-primary *:fill-current' : 'size-5'} />
    </button>
  );
}

/** On the page of what it saves. Whoever is not signed in is led there, and back. */
export function SaveButton({ item, name }: SaveProps) {
  const t = useText();
  const href = useHref();
  const viewer = useViewer();
  const { pathname } = useLocation();
  if (viewer === null) {
    return (
      <a href={href(paths.loginFor(pathname))} rel="nofollow" className="button">
        <Icon drawing={heart} />
        {t('save.add')}
      </a>
    );
  }
  const isSaved = viewer.saved.includes(item);
  return (
    <button
      form={saveFormId}
      name={isSaved ? 'remove' : 'save'}
      value={item}
      aria-label={t(isSaved ? 'save.removeNamed' : 'save.addNamed', { name })}
      className="button"
    >
      <Icon drawing={heart} className={isSaved ? 'size-[1em] text-primary *:fill-current' : 'size-[1em]'} />
      {t(isSaved ? 'save.added' : 'save.add')}
    </button>
  );
}
