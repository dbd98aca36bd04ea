import type { Page } from 'playwright-core';

/** Visible buttons outside of a form that open nothing by themselves, without those of the carousel's controls. */
export async function findIdleButtons(page: Page): Promise<string[]> {
  const buttons = await page
    .locator('button:not([popovertarget], [aria-roledescription=carousel] *)')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map((button) =>
        button instanceof HTMLButtonElement && button.type === 'submit' && button.form !== null
          ? ''
          : button.outerHTML.slice(0, 120),
      ),
    );
  return buttons.filter(Boolean);
}

/** Places of all that a button could move when it comes. */
export function findPlaces(page: Page): Promise<string[]> {
  return page.evaluate(placesOfButtons);
}

function placesOfButtons(): string[] {
  return [
    ...document.querySelectorAll('main :is(a, button, input, h1, h2):not([aria-roledescription=carousel] *)'),
  ].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return `${element.localName} ${[left, top, width, height].map(Math.round).join()}`;
  });
}
