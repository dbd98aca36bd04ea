import type { ProductPayload } from '#shared/payload/payloads.ts';
import type { ProductPartProps } from './product-summary.tsx';

export function ProductSpecs({ product, t }: ProductPartProps) {
  if (product.specs.length === 0) return null;
  return (
    <section aria-labelledby="specs" className="mt-10">
      <h2 id="specs" className="section-title">
        {t('product.specs')}
      </h2>
      {groupsOf(product).map(({ name, start, specs }) => (
        // Names without a group can stand between groups, in several runs.
        <SpecGroup key={start} name={name} specs={specs} isFirst={start === 0} />
      ))}
    </section>
  );
}

function groupsOf({ specs, specGroups = [['', specs.length]] }: ProductPayload) {
  let end = 0;
  return specGroups.map(([name, size]) => {
    const start = end;
    end += size;
    return { name, start, specs: specs.slice(start, end) };
  });
}

interface SpecGroupProps {
  name: string;
  specs: ProductPayload['specs'];
  isFirst: boolean;
}

function SpecGroup({ name, specs, isFirst }: SpecGroupProps) {
  return (
    <>
      {name !== '' && <h3 className="mt-6 text-strong">{name}</h3>}
      <dl className={name === '' && !isFirst ? 'specs mt-6' : 'specs'}>
        {specs.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
