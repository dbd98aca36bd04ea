import { bodyTools, type BodyTool } from '#shared/editing/body-tools.ts';
import { afterComposition, isOfInputMethod } from './composition.ts';
import { continueLine } from './continue-line.ts';
import { ariaKeys, arePressed, writeKeys } from './keys.ts';
import { applyChange, selectedIn } from './text-change.ts';
import { changes } from './tools.ts';

/** Shows the toolbar of the Markdown field, and makes its buttons and their keys work. */
export function showToolbar(field: HTMLTextAreaElement, bar: HTMLElement): void {
  const buttons = [...bar.querySelectorAll('button')];
  const apply = (tool: BodyTool) =>
    afterComposition(() => applyChange(field, changes[tool](selectedIn(field))));
  for (const button of buttons) {
    const tool = toolOf(button.value);
    if (!tool) continue;
    if (tool.keys !== '') {
      button.dataset['keys'] = writeKeys(tool.keys);
      button.setAttribute('aria-keyshortcuts', ariaKeys(tool.keys));
    }
    button.addEventListener('click', () => apply(tool.name));
  }
  // The field keeps its focus and its selection.
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  moveWithin(bar, buttons);
  field.addEventListener('keydown', (event) => {
    if (isOfInputMethod(event) || event.defaultPrevented) return;
    const tool = bodyTools.find(({ keys }) => keys !== '' && arePressed(event, keys));
    if (tool) {
      event.preventDefault();
      apply(tool.name);
    } else if (event.key === 'Enter' && !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)) {
      const change = continueLine(selectedIn(field));
      if (change === null) return;
      event.preventDefault();
      applyChange(field, change);
    }
  });
  bar.hidden = false;
}

function toolOf(name: string): (typeof bodyTools)[number] | undefined {
  return bodyTools.find((tool) => tool.name === name);
}

/** A single stop of the Tab key, within which the arrow keys move. */
function moveWithin(bar: HTMLElement, buttons: readonly HTMLButtonElement[]): void {
  const stopAt = (stop: HTMLButtonElement) => {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  const [first] = buttons;
  if (first) stopAt(first);
  bar.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLButtonElement) stopAt(target);
  });
  bar.addEventListener('keydown', (event) => {
    if (isOfInputMethod(event) || !(event.target instanceof HTMLButtonElement)) return;
    const place = buttons.indexOf(event.target);
    const places: Readonly<Record<string, number>> = {
      ArrowRight: (place + 1) % buttons.length,
      ArrowLeft: (place - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const button = buttons[places[event.key] ?? -1];
    if (!button) return;
    event.preventDefault();
    button.focus();
  });
}
