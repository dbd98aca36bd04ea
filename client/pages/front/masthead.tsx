import type { LayoutPayload } from '#shared/payload/payloads.ts';

interface MastheadProps {
  site: LayoutPayload;
  description: string;
}

/** The site's own description; empty settings are left out. */
export function Masthead({ site: { name, tagline }, description }: MastheadProps) {
  return (
    <div className="masthead">
      <div>
        <h1 className="page-title">{name}</h1>
        {tagline !== '' && <p className="section-title">{tagline}</p>}
      </div>
      {description !== '' && <p>{description}</p>}
    </div>
  );
}
