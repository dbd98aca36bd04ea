import type { Picture } from '#shared/payloads.ts';

interface SitePictureProps {
  picture: Picture | null;
  /** Of the frame, which keeps its shape while the picture loads or when there is none. */
  className: string;
  /** Pictures of the first view load at once, the others when they come near. */
  isFirstView?: boolean;
  /** When the text beside it says the same. */
  isDecorative?: boolean;
}

export function SitePicture({
  picture,
  className,
  isFirstView = false,
  isDecorative = false,
}: SitePictureProps) {
  return (
    <div className={`overflow-hidden bg-muted ${className}`}>
      {picture && (
        <img
          src={picture.src}
          alt={isDecorative ? '' : picture.alt}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          loading={isFirstView ? 'eager' : 'lazy'}
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
