import type { Token } from 'markdown-it';
import { isPictureAddress } from '../media-path.ts';

/** Whether a link is one picture that leads to a picture of the media folder: `[![words](media/a.png)](media/a.png)`. */
export function isOfPicture(children: readonly Token[], at: number): boolean {
  const [open, image, close] = children.slice(at, at + 3);
  return (
    open?.type === 'link_open' &&
    isPictureAddress(String(open.attrGet('href') ?? '')) &&
    image?.type === 'image' &&
    close?.type === 'link_close'
  );
}
