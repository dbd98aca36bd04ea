import { bodyIds } from '#shared/editing/body-tools.ts';
import { takePastes } from '../paste/take-pastes.ts';
import { offerPicks } from './offer-picks.ts';
import { markPlaces } from '../late/places.ts';
import { offerPreview } from '../preview/offer-preview.ts';
import { showCount } from './show-count.ts';
import { takeFiles } from './take-files.ts';
import { showToolbar } from './toolbar.ts';

/** Adds to the Markdown field of the page whatever needs a script. */
export function writeBody(): void {
  const field = document.getElementById(bodyIds.field);
  const bar = document.getElementById(bodyIds.toolbar);
  const count = document.getElementById(bodyIds.count);
  const pane = document.getElementById(bodyIds.preview);
  const note = document.getElementById(bodyIds.note);
  const uploads = document.getElementById(bodyIds.uploads);
  const toggle = bar?.querySelector<HTMLButtonElement>('[value="preview"]');
  if (!(field instanceof HTMLTextAreaElement) || !bar || !count || !pane || !note || !uploads || !toggle)
    return;
  showToolbar(field, bar);
  offerPicks({ field, bar, note });
  const markPlace = markPlaces(field);
  takePastes({ field, markPlace, takeFiles: takeFiles({ field, list: uploads, markPlace }) });
  showCount(field, count);
  offerPreview({ field, pane, toggle, note });
}
