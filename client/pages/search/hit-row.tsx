import type { ReactNode } from 'react';
import type { Picture } from '#shared/payload/payloads.ts';
import type { MarkedText } from '#shared/payload/search-payload.ts';
import { SitePicture } from '#client/site/site-picture.tsx';
import { inParts } from '#client/site/title-parts.tsx';
import { Marked } from './marked.tsx';

interface HitRowProps {
  href: string;
  title: MarkedText;
  excerpt: MarkedText;
  picture: Picture | null;
  shape: 'wide' | 'round';
  headingLevel: 'h2' | 'h3';
  /** Content below the text. */
  children?: ReactNode;
}

export function HitRow({
  href,
  title,
  excerpt,
  picture,
  shape,
  headingLevel: Heading,
  children,
}: HitRowProps) {
  const isRound = shape === 'round';
  return (
    <li className="card hit">
      {picture && (
        <SitePicture
          picture={picture}
          place={isRound ? 'avatar' : 'productCard'}
          className={isRound ? 'frame-round' : 'frame-4-3'}
        />
      )}
      <div>
        <Heading>
          <a href={href}>{title.length > 1 ? <Marked text={title} /> : inParts(title.join(''))}</a>
        </Heading>
        {excerpt.length > 0 && (
          <p className="card-text">
            <Marked text={excerpt} />
          </p>
        )}
        {children}
      </div>
    </li>
  );
}
