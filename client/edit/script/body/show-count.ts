import { writingTexts } from '#shared/locale/editors/writing-texts.ts';
import { countText } from './count-text.ts';

/** Counted when nothing has been typed for so long. */
const pauseMs = 500;

export function showCount(field: HTMLTextAreaElement, place: HTMLElement): void {
  const show = () => {
    place.textContent = writingTexts.count(countText(field.value));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, pauseMs);
  });
  show();
  place.hidden = false;
}
