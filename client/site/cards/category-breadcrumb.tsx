import { paths } from '#shared/address/paths.ts';
import type { CategoryData } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { Breadcrumb } from '#client/ui/breadcrumb.tsx';

/** Where a category stands in the tree. */
export function CategoryBreadcrumb({ category: { name, above } }: { category: CategoryData }) {
  const t = useText();
  const href = useHref();
  const steps = [
    { label: t('products.title'), href: href(paths.products()) },
    ...above.map((step) => ({ label: step.name, href: href(paths.products({ category: step.id })) })),
    { label: name },
  ];
  return <Breadcrumb label={t('breadcrumb')} steps={steps} />;
}
