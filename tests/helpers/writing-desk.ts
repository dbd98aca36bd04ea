import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { timeZone } from '#shared/locale/dates.ts';
import { language } from '#shared/locale/language.ts';
import type { Browser } from '#scripts/tools/chromium.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { rightPassword } from './accounts.ts';
import { handsOf, pasteCopied, type Hands } from './hands.ts';

interface DeskOptions {
  origin: string;
  hands: keyof typeof handsOf;
  width: number;
  /** Takes what a browser says against the page's scripts, styles and texts. */
  violations: string[];
}

/** An editor with a browser of their own, who is signed in and at home in the edit area. */
export async function openDesk(browser: Browser, { origin, hands, width, violations }: DeskOptions) {
  const context = await browser.newContext({
    ...{ userAgent, locale: language, timezoneId: timeZone, viewport: { width, height: 900 } },
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  noteViolations(context, violations);
  const page = await context.newPage();
  await page.goto(`${origin}/edit`);
  const desk = deskOf(page, handsOf[hands]);
  await desk.signIn(page);
  await page.waitForURL(`${origin}/edit`);
  return desk;
}

export type Desk = ReturnType<typeof deskOf>;

/** Errors of the network belong to the journey. */
function noteViolations(context: BrowserContext, violations: string[]): void {
  context.on('weberror', (error) => violations.push(`${error.error().stack}`));
  context.on('console', (message) => {
    const isOfNetwork = message.text().startsWith('Failed to load resource');
    if (/^(?:error|warning)$/.test(message.type()) && !isOfNetwork) violations.push(message.text());
  });
}

function deskOf(page: Page, handsOn: (page: Page) => Hands) {
  const hands = handsOn(page);
  const body = page.getByRole('textbox', { name: '內文' });
  // By its role it would be gone while it is closed, and still in the page.
  const dialog = page.locator('dialog');
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
  /** Text that the field must show. */
  let text = '';
  const desk = {
    ...{ page, body, tool, hands },
    get text() {
      return text;
    },
    /** Fills in the form of this page. */
    async signIn(form: Page) {
      const { enter } = handsOn(form);
      await enter(form.getByLabel('電子郵件'));
      await form.keyboard.insertText('lin@example.com');
      await enter(form.getByLabel('密碼', { exact: true }));
      await form.keyboard.insertText(rightPassword);
      await form.keyboard.press('Enter');
    },
    press: (name: string | RegExp) => hands.press(page.getByRole('button', { name, exact: true }).last()),
    follow: (name: string | RegExp) => hands.press(page.getByRole('link', { name, exact: true }).first()),
    async type(field: Locator, typed: string) {
      await hands.enter(field);
      await page.keyboard.insertText(typed);
    },
    /** Adds to the text, whose former parts must stay where they are. */
    async write(work: () => Promise<void>, added: RegExp) {
      await hands.enter(body);
      await work();
      const behind = async () => {
        const value = await body.inputValue();
        return value.startsWith(text) ? value.slice(text.length) : `not behind the former text: ${value}`;
      };
      await expect.poll(behind).toMatch(added);
      text = await body.inputValue();
    },
    paste: (copied: Readonly<Record<string, string>>) => pasteCopied(page, copied),
    /** Opens the dialog of things by this button, and chooses the only one that is found. */
    async pick(button: Locator, words: string) {
      await hands.press(button);
      await dialog.waitFor();
      await desk.type(dialog.getByRole('searchbox'), words);
      await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
      await hands.press(dialog.getByRole('listitem').getByRole('button'));
      await dialog.waitFor({ state: 'detached' });
    },
    async expectState(sentence: RegExp) {
      await expect.poll(() => page.locator('.edit-saved').first().innerText()).toMatch(sentence);
    },
    async expectWhole() {
      await expect.poll(() => body.inputValue()).toBe(text);
    },
    /** Goes on with the text that another desk had, or that stands in the field. */
    begin(shown: string) {
      text = shown;
    },
  };
  return desk;
}
