import { use } from 'react';
import { withBase } from '#shared/paths.ts';
import type { Picture } from '#shared/payloads.ts';
import { AppConfigContext } from './app-config-context.ts';
import { useOptionalPayload } from './use-payload.ts';

interface PageHeadProps {
  /** Null on the front page, which has the site's own name as its title. */
  title: string | null;
  description: string;
  /** Site path of the one address of this page; null for pages that are not to be found, such as errors. */
  canonicalPath: string | null;
  type?: 'website' | 'article' | 'profile';
  picture?: Picture | null;
}

/** React moves these elements into the head, on the server and after each navigation. */
export function PageHead({
  title,
  description,
  canonicalPath,
  type = 'website',
  picture = null,
}: PageHeadProps) {
  const { baseURL, publicUrl } = use(AppConfigContext);
  const site = useOptionalPayload('layout');
  const siteName = site?.name ?? '';
  const fullTitle = [title ?? siteName, title === null ? site?.tagline : siteName].filter(Boolean).join('｜');
  const absolute = (path: string) => `${publicUrl ?? ''}${path}`;
  const canonical = canonicalPath === null ? null : absolute(withBase(baseURL, canonicalPath));

  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description || fullTitle} />
      {canonical === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={canonical} />
          <meta property="og:title" content={title ?? siteName} />
          <meta property="og:description" content={description || fullTitle} />
          <meta property="og:type" content={type} />
          <meta property="og:locale" content="zh_TW" />
          <meta property="og:site_name" content={siteName} />
          <meta property="og:url" content={canonical} />
          {picture && <meta property="og:image" content={absolute(picture.src)} />}
        </>
      )}
    </>
  );
}
