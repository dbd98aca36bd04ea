import { useState, type KeyboardEvent } from 'react';
import type { Picture } from '#shared/payload/payloads.ts';
import { useText } from '#client/context/use-text.ts';
import { PictureElement } from '#client/site/site-picture.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { StepButton } from '#client/ui/carousel/step-button.tsx';

interface EnlargedPicturesProps {
  /** Subject of the pictures, which names the dialog. */
  label: string;
  pictures: readonly Picture[];
  first: number;
  onClose: () => void;
}

/** Shows a picture as large as the window allows, with buttons for the others. */
export function EnlargedPictures({ label, pictures, first, onClose }: EnlargedPicturesProps) {
  const t = useText();
  const [index, setIndex] = useState(first);
  const picture = pictures[index];
  if (picture === undefined) return null;
  const move = (by: number) => setIndex(Math.min(Math.max(index + by, 0), pictures.length - 1));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowLeft') move(-1);
    if (event.key === 'ArrowRight') move(1);
  }

  return (
    <Dialog label={label} closeLabel={t('dialog.close')} onClose={onClose} onKeyDown={onKeyDown}>
      <figure className="flex flex-col items-center">
        <PictureElement
          key={picture.src}
          picture={picture}
          place="enlarged"
          isFirstView
          className="enlarged-picture"
        />
        <figcaption aria-live="polite" className="flex w-full items-center justify-center gap-2 p-2 text-sm">
          {pictures.length > 1 && (
            <StepButton
              direction="previous"
              label={t('product.previousPicture')}
              isAtEnd={index === 0}
              onClick={() => move(-1)}
            />
          )}
          <span className="min-w-0 px-2 text-center">
            {picture.alt}
            {pictures.length > 1 && (
              <span className="figures ms-3">
                {t('carousel.position', { slide: index + 1, slideCount: pictures.length })}
              </span>
            )}
          </span>
          {pictures.length > 1 && (
            <StepButton
              direction="next"
              label={t('product.nextPicture')}
              isAtEnd={index === pictures.length - 1}
              onClick={() => move(1)}
            />
          )}
        </figcaption>
      </figure>
    </Dialog>
  );
}
