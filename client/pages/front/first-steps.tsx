import '#shared/locale/visitors/front-texts.ts';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { useViewer } from '#client/context/viewer-store.ts';

/** Links for editors while the site has no content; other visitors can do nothing about it. */
export function FirstSteps() {
  const t = useText();
  const href = useHref();
  const viewer = useViewer();
  if (viewer === null || viewer.role === 'reader') return null;
  const steps = [
    ['/articles/_new', t('front.addArticle')],
    ['/products/_new', t('front.addProduct')],
    ['/site', t('front.settings')],
  ] as const;
  return (
    <section aria-labelledby="first-steps" className="front-part">
      <h2 id="first-steps" className="section-title">
        {t('front.nothing')}
      </h2>
      <p className="mt-3">{t('front.nothingText')}</p>
      <p className="mt-6 flex flex-wrap gap-4">
        {steps.map(([path, label]) => (
          <a key={path} href={href(paths.edit + path)} data-reload="" className="button">
            {label}
          </a>
        ))}
      </p>
    </section>
  );
}
