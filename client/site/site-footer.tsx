import { useContentLink } from './app-config-context.ts';
import { useOptionalPayload } from './use-payload.ts';
import { useText } from './use-text.ts';

export function SiteFooter() {
  const t = useText();
  const contentLink = useContentLink();
  const site = useOptionalPayload('layout');
  return (
    <footer className="border-t border-line bg-muted">
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-10 sm:flex-row sm:justify-between sm:px-6">
        <div className="max-w-md">
          <p className="font-serif text-lg text-strong">{site?.name}</p>
          <p className="mt-2 text-sm leading-relaxed text-soft">{site?.footer.about}</p>
        </div>
        {site && site.footer.links.length > 0 && (
          <nav aria-label={t('site.footerNavigation')}>
            <ul className="space-y-1">
              {site.footer.links.map(({ label, url }) => (
                <li key={url}>
                  <a
                    {...contentLink(url)}
                    className="flex min-h-11 items-center text-body hover:text-primary hover:underline sm:min-h-8"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  );
}
