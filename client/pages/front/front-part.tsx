import type { ReactNode } from 'react';

interface FrontPartProps {
  /** Unlike that of any other part. */
  id: string;
  title: string;
  /** Address of the complete list. */
  href: string;
  linkText: string;
  children: ReactNode;
}

/** Section of the front page, with a link to the complete list beside its heading. */
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
