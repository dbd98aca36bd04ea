import type { ReactNode } from 'react';

interface AccountSectionProps {
  /** Becomes the id of its heading. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A part of the account's page, under a heading that names it. */
export function AccountSection({ id, title, children }: AccountSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-14">
      <h2 id={id} className="section-title">
        {title}
      </h2>
      {children}
    </section>
  );
}
