import '#shared/locale/visitors/product-texts.ts';
import type { LabellingData } from '#shared/payload/product-details.ts';
import type { ProductPartProps } from './product-summary.tsx';

/** Facts of the product's label. */
export function ProductLabelling({ product: { labelling }, t }: ProductPartProps) {
  if (labelling === undefined) return null;
  const { maker, importer, origin, netContent, marks = [] } = labelling;
  return (
    <section aria-labelledby="labelling" className="mt-10">
      <h2 id="labelling" className="section-title">
        {t('labelling.title')}
      </h2>
      <dl className="specs">
        <Fact label={t('labelling.origin')} lines={[origin]} />
        <Fact label={t('labelling.netContent')} lines={[netContent]} />
        <Fact label={t('labelling.maker')} lines={firmLines(maker)} />
        <Fact label={t('labelling.importer')} lines={firmLines(importer)} />
        {marks.map(({ mark, number }) => (
          <Fact key={`${mark} ${number}`} label={t(`labelling.marks.${mark}`)} lines={[number]} />
        ))}
      </dl>
    </section>
  );
}

function firmLines({ name, address, phone }: NonNullable<LabellingData['maker']> = {}) {
  return [name, address, phone];
}

/** Nothing where no line says anything. */
function Fact({ label, lines }: { label: string; lines: readonly (string | undefined)[] }) {
  const said = lines.filter((line) => line !== undefined);
  if (said.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      {said.map((line) => (
        <dd key={line} className="col-start-2">
          {line}
        </dd>
      ))}
    </div>
  );
}
