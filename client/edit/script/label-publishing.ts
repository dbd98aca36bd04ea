import { hourField } from '#shared/editing/plan/end-field.ts';
import { claimField, claimOf } from '#shared/editing/plan/publish-claim.ts';
import { joinTime } from '#shared/editing/typed-time.ts';

/** Lets the button that publishes say what it will do, while its time is typed. */
export function labelPublishing(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[data-at]');
  const claimed = form.elements.namedItem(claimField);
  if (button === null || !(claimed instanceof HTMLInputElement)) return;
  const { time = '', now = '', at = '' } = button.dataset;
  const words = { now, at: (shown: string) => at.replace('{time}', shown) };
  const textOf = (name: string) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field.value : '';
  };
  const update = () => {
    const typed = joinTime({ day: textOf(time), clock: textOf(hourField(time)) });
    const { claim, label } = claimOf(typed, words, Date.now());
    claimed.value = claim;
    if (button.textContent !== label) button.textContent = label;
  };
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name.startsWith(time)) update();
  });
  // A browser, or what keeps typed texts, may have filled the fields before; `reset` comes before they change.
  window.addEventListener('pageshow', update);
  form.addEventListener('reset', () => setTimeout(update));
  update();
}
