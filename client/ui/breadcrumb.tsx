interface BreadcrumbProps {
  label: string;
  /** The last one is the page itself and has no address. */
  steps: { label: string; href?: string }[];
}

export function Breadcrumb({ label, steps }: BreadcrumbProps) {
  return (
    <nav aria-label={label} className="-mt-2">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
        {steps.map((step, index) => (
          // Two may have the same name.
          <li key={index} className="flex min-w-0 items-center gap-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            {step.href === undefined ? (
              <span aria-current="page" className="truncate">
                {step.label}
              </span>
            ) : (
              <a href={step.href} className="row-link">
                {step.label}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
