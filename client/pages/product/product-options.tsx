import { paths } from '#shared/address/paths.ts';
import { useHref } from '#client/context/app-config-context.ts';
import type { ProductPartProps } from './product-summary.tsx';

/** A row of links for each option; with script the page changes in its place. */
export function ProductOptions({ product: { id, options = [] }, t }: ProductPartProps) {
  const href = useHref();
  return options.map(({ name, values }) => (
    <nav key={name} aria-label={name} className="mt-6">
      <p className="text-sm text-soft">{name}</p>
      <ul className="chips mx-0 flex-wrap overflow-visible px-0 [mask:none]">
        {values.map(({ label, variant, isChosen, isGone }) => (
          <li key={label}>
            <a
              href={href(paths.product(id, variant))}
              rel="nofollow"
              data-in-place=""
              aria-current={isChosen && 'true'}
              // A chosen value is no place to begin the page at, and a long one has several lines.
              className="py-2 text-balance [scroll-initial-target:none]"
            >
              {isGone ? <s>{label}</s> : label}
              {isGone && <span className="sr-only">{t('product.gone')}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  ));
}
