import '#shared/locale/visitors/product-texts.ts';
import download from 'icon:lucide/download';
import { Icon } from '#client/ui/icon.tsx';
import type { ProductPartProps } from './product-summary.tsx';

export function ProductDownloads({ product: { downloads = [] }, t }: ProductPartProps) {
  if (downloads.length === 0) return null;
  return (
    <section aria-labelledby="downloads" className="mt-10">
      <h2 id="downloads" className="section-title mb-4">
        {t('downloads.title')}
      </h2>
      <ul>
        {downloads.map(({ label, href, bytes }) => (
          <li key={href}>
            <a href={href} download className="row-link">
              <Icon drawing={download} className="size-[1.2em] shrink-0" />
              <span>
                {label}
                <span className="text-sm text-soft">{` ${t('downloads.file', { size: sizeText(bytes) })}`}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `1.2 MB`, or `34 KB`. */
function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
