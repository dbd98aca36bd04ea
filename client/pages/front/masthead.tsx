import type { LayoutPayload } from '#shared/payloads.ts';

/** The site's own words about itself; what the settings leave empty is not there. */
export function Masthead({ site: { name, tagline, description } }: { site: LayoutPayload }) {
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
