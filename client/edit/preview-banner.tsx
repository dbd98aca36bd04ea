import { previewTexts } from '#shared/locale/editors/preview-texts.ts';

export interface BannerLink {
  href: string;
  label: string;
}

export interface PreviewBannerProps {
  /** Title of the previewed, unpublished content. */
  title: string;
  moment: string;
  /** Out of the preview, to where it is edited. */
  back: string;
  /** Into the preview, to where the draft is seen. */
  links: readonly BannerLink[];
  /** Drafts that cannot be published as they are; to where they are edited. */
  leftOut: readonly BannerLink[];
}

/** Banner on a preview page that says what it shows. It stands in the body beside the nodes that React owns. */
export function PreviewBanner({ title, moment, back, links, leftOut }: PreviewBannerProps) {
  return (
    <aside className="edit-preview" aria-label={previewTexts.label}>
      <div className="site-width">
        <p>
          <strong>{title}</strong>
        </p>
        <p>{previewTexts.time(moment)}</p>
        <ul>
          <li>
            <a href={back}>{previewTexts.backToEditing}</a>
          </li>
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
        {leftOut.length > 0 && (
          <>
            <p>{previewTexts.leftOut}</p>
            <ul>
              {leftOut.map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </aside>
  );
}
