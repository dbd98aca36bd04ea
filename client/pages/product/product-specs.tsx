import type { ProductPartProps } from './product-summary.tsx';

export function ProductSpecs({ product: { specs }, t }: ProductPartProps) {
  if (specs.length === 0) return null;
  return (
    <section aria-labelledby="specs" className="mt-10">
      <h2 id="specs" className="section-title">
        {t('product.specs')}
      </h2>
      <dl className="specs">
        {specs.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
