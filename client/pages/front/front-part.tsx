import type { ReactNode } from 'react';

interface FrontPartProps {
  /** Unlike that of any other part. */
  id: string;
  title: string;
  /** Where all is of which this shows some. */
  href: string;
  linkText: string;
  children: ReactNode;
}

/** A section of the front page, whose heading stands beside the way to all of its kind. */
export function FrontPart({ id, title, href, linkText, children }: FrontPartProps) {
  return (
    <section aria-labelledby={id} className="front-part">
      <div className="front-head">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        <a href={href} className="row-link">
          {linkText}
        </a>
      </div>
      {children}
    </section>
  );
}
