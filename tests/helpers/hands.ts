import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How somebody uses a page. */
export interface Hands {
  /** Presses a button, or follows a link. */
  press(target: Locator): Promise<void>;
  /** Goes to a field of a text, behind its last character. */
  enter(field: Locator): Promise<void>;
  choose(list: Locator, label: string): Promise<void>;
  /** Fills in a day and an hour before one in the afternoon, such as `2026-12-01T08:00`. */
  setTime(day: Locator, hour: Locator, time: string): Promise<void>;
}

export const handsOf: Readonly<Record<'mouse' | 'keyboard', (page: Page) => Hands>> = { mouse, keyboard };

function mouse(page: Page): Hands {
  return {
    press: (target) => target.click(),
    async enter(field) {
      await field.click();
      await page.keyboard.press('Control+End');
    },
    async choose(list, label) {
      await list.selectOption({ label });
    },
    async setTime(day, hour, time) {
      await day.fill(time.slice(0, 10));
      await hour.fill(time.slice(11));
    },
  };
}

function keyboard(page: Page): Hands {
  return {
    async press(target) {
      await reach(page, target);
      await page.keyboard.press('Enter');
    },
    async enter(field) {
      await reach(page, field);
      await page.keyboard.press('Control+End');
    },
    async choose(list, label) {
      await reach(page, list);
      const steps = await list.evaluate(
        (select, text) =>
          select instanceof HTMLSelectElement
            ? [...select.options].findIndex((option) => option.label === text) - select.selectedIndex
            : 0,
        label,
      );
      for (let step = 0; step < Math.abs(steps); step += 1)
        await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
      expect(await list.locator('option:checked').innerText()).toBe(label);
    },
    async setTime(day, hour, time) {
      const [date = '', clock = ''] = time.split('T');
      const [year = '', month = '', dayOfMonth = ''] = date.split('-');
      await reach(page, day);
      // Chromium's own fields, in the order of its own language.
      await page.keyboard.type(month + dayOfMonth + year);
      expect(await day.inputValue()).toBe(date);
      await reach(page, hour);
      await page.keyboard.type(`${clock.replace(':', '')}${clock < '12' ? 'A' : 'P'}`);
      expect(await hour.inputValue()).toBe(clock);
    },
  };
}

/** Presses the Tab key, and arrow keys within a toolbar, until this element has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const { key, times } = await target.evaluate(keysTo);
    if (times === 0) return;
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  }
  throw new Error(`${target.toString()} is not reached after ${maxLooks} looks`);
}

/** A field for a time is several stops of the Tab key. */
const maxLooks = 40;

/** Keys that lead from what has the focus to this element, or nearer to it. Runs in the page. */
function keysTo(element: Element): { key: string; times: number } {
  const { activeElement: here } = document;
  if (here === element) return { key: '', times: 0 };
  const bar = element.closest('[role=toolbar]');
  if (here === null || bar?.contains(here)) return { key: 'ArrowRight', times: 1 };
  const stops = [
    ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]'),
  ];
  const isStop = (stop: Element) =>
    stop instanceof HTMLElement && stop.tabIndex >= 0 && stop.checkVisibility();
  const between = (from: Element, to: Element) =>
    stops.filter(
      (stop) =>
        isStop(stop) &&
        from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING &&
        to.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING,
    ).length;
  const isBehind =
    here !== document.body && here.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
  // A press too few is harmless.
  return isBehind
    ? { key: 'Shift+Tab', times: Math.max(1, between(element, here)) }
    : { key: 'Tab', times: Math.max(1, between(here, element)) };
}

/** Drops files of the machine, as a file manager does. */
export async function dropFiles(page: Page, target: Locator, files: readonly string[]): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('there is nothing to drop on');
  const session = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 100) };
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  await session.detach();
}

/** Puts something on the clipboard, of which `text/html` and the like name the parts, and pastes it. */
export async function pasteCopied(page: Page, copied: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(async (parts) => {
    // A picture is in base64.
    const partOf = (type: string, text: string) =>
      type.startsWith('image/') ? Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)) : text;
    const items = Object.entries(parts).map(
      ([type, text]) => [type, new Blob([partOf(type, text)], { type })] as const,
    );
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(items))]);
  }, copied);
  await page.keyboard.press('Control+v');
}
