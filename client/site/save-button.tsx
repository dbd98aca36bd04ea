import type { ReactNode } from 'react';
import heart from 'icon:lucide/heart';
import { useLocation } from 'react-router';
import type { SavedItem, Viewer } from '#shared/accounts.ts';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { saveFormId } from '../context/save-form-id.ts';
import { useText } from '../context/use-text.ts';
import { useViewer } from '../context/viewer-store.ts';
import { Icon } from '../ui/icon.tsx';

interface SaveProps {
  item: SavedItem;
  /** Name of the saved item, for screen readers. */
  name: string;
}

/** Heart on a card, for a signed-in viewer. */
export function SaveButton({ item, name, viewer }: SaveProps & { viewer: Viewer }) {
  const look =
    'absolute end-2 top-2 z-1 flex size-11 cursor-pointer items-center justify-center rounded-full bg-page text-strong hover:text-primary';
  return <HeartButton item={item} name={name} viewer={viewer} className={look} size="size-5" />;
}

/** Heart with a word, on the page of the item. A visitor is led to the login page, and back. */
export function LabelledSaveButton({ item, name }: SaveProps) {
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
  return (
    <HeartButton item={item} name={name} viewer={viewer} className="button" size="size-[1em]">
      {t(viewer.saved.includes(item) ? 'save.added' : 'save.add')}
    </HeartButton>
  );
}

interface HeartButtonProps extends SaveProps {
  viewer: Viewer;
  className: string;
  /** A class that gives the heart its size. */
  size: string;
  children?: ReactNode;
}

/** Button of the page's single form for saving: saves, or removes the saved item. */
function HeartButton({ item, name, viewer, className, size, children }: HeartButtonProps) {
  const t = useText();
  const isSaved = viewer.saved.includes(item);
  return (
    <button
      form={saveFormId}
      name={isSaved ? 'remove' : 'save'}
      value={item}
      aria-label={t(isSaved ? 'save.removeNamed' : 'save.addNamed', { name })}
      className={className}
    >
      <Icon drawing={heart} className={isSaved ? `${size} text-primary *:fill-current` : size} />
      {children}
    </button>
  );
}
