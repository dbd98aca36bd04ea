import { expect, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';

describeInChromium('autosave', (browser) => {
  const site = shareEditedSite();

  test('leaves 200 compositions as they are, in fields of each kind, and waits for their end', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    await page.clock.install({ time: '2026-11-27T06:00:00.000Z' });
    await page.clock.pauseAt('2026-11-27T06:03:00.000Z');
    await page.goto(`${site().origin}/edit/articles/water-temperature`);
    const session = await page.context().newCDPSession(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/autosave'))
        sent.push(request.postDataBuffer()?.toString() ?? '');
    });
    const fields = [
      page.getByLabel('標題'),
      page.getByLabel('摘要'),
      page.getByLabel('內文'),
      page.getByLabel('標籤'),
    ];
    for (const field of fields) {
      await field.fill('');
      await field.focus();
      const committed: string[] = [];
      for (let round = 0; round < 50; round += 1) {
        const word = `青葉${String.fromCodePoint(0x4e00 + round)}`;
        for (const text of ['ㄑ', 'ㄑㄧ', 'ㄑㄧㄥ'])
          await session.send('Input.imeSetComposition', {
            text,
            selectionStart: text.length,
            selectionEnd: text.length,
          });
        // Due in the middle of the composition: a pause, and more than 10 s of typing.
        await page.clock.runFor(round % 2 === 0 ? 1_500 : 12_000);
        await session.send('Input.insertText', { text: word });
        committed.push(word);
        await page.clock.runFor(10);
      }
      expect(await field.inputValue()).toBe(committed.join(''));
    }
    await page.clock.runFor(2_000);
    await expect.poll(() => sent.length).toBeGreaterThan(50);
    // None came in the middle: no signs that an input method shows before it is done.
    expect(sent.filter((form) => /[ㄅ-ㄩ]/.test(form))).toEqual([]);
  });
});
