import { previewTexts } from '#shared/locale/editors/preview-texts.ts';
import { PreviewForm } from './preview-form.tsx';

export interface BannerLink {
  href: string;
  label: string;
}

export interface PreviewBannerProps {
  /** Title of the previewed, unpublished content. */
  title: string;
  moment: string;
  /** For the form that chooses another moment: its address, and the moment as the form has it; empty: now. */
  choose: { action: string; at: string };
  /** For the form that shows all drafts at that moment: its address; null: they are shown. */
  all: string | null;
  /** Something that the page lacks in a preview; empty: nothing. */
  note: string;
  /** Out of the preview, to where it is edited. */
  back: string;
  /** Into the preview, to where the draft is seen. */
  links: readonly BannerLink[];
  /** Plans that have been carried out at that moment; to where they are edited. */
  plans: readonly BannerLink[];
  /** Drafts and plans that cannot be published as they are; to where they are edited. */
  leftOut: readonly BannerLink[];
}

/** Banner on a preview page that says what it shows. It stands in the body beside the nodes that React owns. */
export function PreviewBanner({
  title,
  moment,
  choose,
  all,
  note,
  back,
  links,
  plans,
  leftOut,
}: PreviewBannerProps) {
  return (
    <aside className="edit-preview" aria-label={previewTexts.label}>
      <div className="site-width">
        <p>
          <strong>{title}</strong>
        </p>
        {note !== '' && <p>{note}</p>}
        <details>
          <summary>
            {previewTexts.time(moment)}
            <span>{previewTexts.otherMoment}</span>
          </summary>
          <PreviewForm {...choose} />
        </details>
        {plans.length > 0 && (
          <details>
            <summary>
              <span>{previewTexts.plans(plans.length)}</span>
            </summary>
            <BannerLinks links={plans} />
          </details>
        )}
        {choose.at !== '' && (
          // Sent from the page that is shown, which its script may have changed.
          <form action={choose.action}>
            <button name="at" value="">
              {previewTexts.backToNow}
            </button>
          </form>
        )}
        {all !== null && (
          <form action={all}>
            <button name="at" value={choose.at}>
              {previewTexts.withAllDrafts}
            </button>
          </form>
        )}
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
            <BannerLinks links={leftOut} />
          </>
        )}
      </div>
    </aside>
  );
}

function BannerLinks({ links }: { links: readonly BannerLink[] }) {
  return (
    <ul>
      {links.map(({ href, label }) => (
        <li key={href + label}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
