import type { Picture } from '#shared/payload/payloads.ts';
import { nearTop, pictureSources, type PicturePlace } from '#shared/picture-files.ts';

interface SitePictureProps {
  picture: Picture | null;
  /** Name of the pictured thing: without one, the first character stands there. */
  name?: string;
  /** Says how wide it is shown, so that a browser takes the file that fits. */
  place: PicturePlace;
  /** Shapes the frame, which stays as it is while the picture loads or when there is none. */
  className: string;
  /** Loads at once and before others, for all that it takes from the styles: the first picture only. The rest wait. */
  isFirstView?: boolean;
  /** Leaves its description out, where the text beside it says the same. */
  isDecorative?: boolean;
}

export function SitePicture({ picture, name = '', className, ...rest }: SitePictureProps) {
  return (
    <div className={`frame ${className} ${picture?.tone ?? ''}`}>
      {picture?.blur && <img src={picture.blur} alt="" aria-hidden="true" className="frame-blur" />}
      {picture ? (
        <PictureElement picture={picture} className="relative size-full object-cover" {...rest} />
      ) : (
        <Initial name={name} />
      )}
    </div>
  );
}

/** A drawing, not text: it is as large as its frame, and is not read out or copied. */
function Initial({ name }: { name: string }) {
  const [character] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  if (character === undefined) return null;
  return (
    <svg viewBox="0 0 96 96" className="size-full font-serif text-soft" aria-hidden="true">
      <text
        x="48"
        y="48"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="32"
        fill="currentColor"
        fillOpacity="0.6"
      >
        {character}
      </text>
    </svg>
  );
}

/** The picture without a frame. */
export function PictureElement({
  picture,
  place,
  className,
  isFirstView = false,
  isDecorative = false,
}: SitePictureProps & { picture: Picture }) {
  const { sources, sizes, src, srcSet } = pictureSources(isFirstView ? nearTop(picture) : picture, place);
  const img = (
    <img
      // Before `src`: a browser begins to load as soon as it has that.
      loading={isFirstView ? 'eager' : 'lazy'}
      fetchPriority={isFirstView && place !== 'avatar' ? 'high' : undefined}
      decoding="async"
      sizes={srcSet && sizes}
      srcSet={srcSet}
      src={src}
      alt={isDecorative ? '' : picture.alt}
      width={picture.width ?? undefined}
      height={picture.height ?? undefined}
      className={className}
    />
  );
  if (sources.length === 0) return img;
  return (
    <picture>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      {img}
    </picture>
  );
}
