import shareIcon from 'icon:lucide/share-2';
import { use, useSyncExternalStore, type ReactNode } from 'react';
import { publicBaseOf } from '#shared/app-config.ts';
import { withBase } from '#shared/address/paths.ts';
import { AppConfigContext } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { Icon } from '#client/ui/icon.tsx';
import { useLater } from '#client/ui/use-later.ts';

interface ShareRowProps {
  title: string;
  /** The site path of the page, without the base path. */
  path: string;
  /** Other things that can be done with the page, before these. */
  children: ReactNode;
}

/** Ways to pass a page on: the device's own, the address, and links to other places, which have no script of theirs. */
export function ShareRow({ title, path, children }: ShareRowProps) {
  const t = useText();
  const config = use(AppConfigContext);
  const canShare = useSyncExternalStore(neverChanges, canDeviceShare, () => true);
  // Loaded before the click: Safari copies nothing for a click that waited for a script.
  const later = useLater(loadSharing);
  const sharing = async () => later ?? (await loadSharing());

  return (
    <div className="mt-6 flex flex-wrap gap-3 print:hidden">
      {children}
      <button
        type="button"
        onClick={() => void sharing().then(({ copyAddress }) => copyAddress())}
        className="button by-script"
      >
        {t('share.copy')}
      </button>
      {/* Keeps its place where the device has no such thing: what stands below it must not move. */}
      <button
        type="button"
        onClick={() => void sharing().then(({ sharePage }) => sharePage(title))}
        className={`button ${canShare ? 'by-script' : 'invisible'}`}
      >
        <Icon drawing={shareIcon} />
        {t('share.button')}
      </button>
      {/* Other places take no address but a whole one. */}
      {config.publicUrl && (
        <ul aria-label={t('share.button')} className="flex w-full gap-4 text-sm text-soft">
          {places.map(([name, address]) => (
            <li key={name}>
              <a
                href={`https://${address}${encodeURIComponent(config.publicUrl + withBase(publicBaseOf(config), path))}`}
                rel="noopener noreferrer"
                className="row-link"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const places = [
  ['LINE', 'social-plugins.line.me/lineit/share?url='],
  ['Facebook', 'www.facebook.com/sharer/sharer.php?u='],
  ['Threads', 'www.threads.net/intent/post?text='],
] as const;

function loadSharing() {
  return import('#client/browser/page/share-page.ts');
}

function canDeviceShare(): boolean {
  return 'share' in navigator;
}

function neverChanges(): () => void {
  return () => {};
}
