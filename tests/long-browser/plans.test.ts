import { expect, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { notice, openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';

describeInChromium('the form of a live page', (browser) => {
  const site = shareEditedSite();
  const path = '/edit/articles/water-temperature';

  test('says on its button what it will do while a time is typed, and does that', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    await page.goto(site().origin + path);
    const button = page.locator('button[value="publish"]');
    expect(await button.innerText()).toBe('立即更新');
    await page.getByLabel('什麼時候更新（選填）', { exact: true }).fill('2099-12-01');
    expect(await button.innerText()).toBe('立即更新');
    await page.locator('[name="f.changeAt.time"]').fill('08:00');
    expect(await button.innerText()).toBe('2099年12月1日 08:00 更新');
    await page.locator('[name="f.changeAt.time"]').fill('');
    expect(await button.innerText()).toBe('立即更新');
    await page.locator('[name="f.changeAt.time"]').fill('08:00');
    // A time that comes back after a reload counts, too.
    await page.reload();
    expect(await button.innerText()).toBe('2099年12月1日 08:00 更新');
    await page.getByLabel('內文').fill('排好的內文。');
    await press(page, '2099年12月1日 08:00 更新');
    expect(await notice(page)).toContain('已排程，會在 2099年12月1日 08:00 更新（台北時間）。');
    const visitors = await page.request.get(site().origin + path.replace('/edit', ''));
    expect(await visitors.text()).not.toContain('排好的內文。');
    await press(page, '取消排程');
    expect(await notice(page)).toContain('排程已取消。');
  });

  test('merges what two have typed, without script', async () => {
    const options = { javaScriptEnabled: false };
    const lin = await openEditArea(browser(), site().origin, 'lin@example.com', options);
    const chen = await openEditArea(browser(), site().origin, 'chen@example.com', options);
    const address = `${site().origin}/edit/articles/lead-type`;
    for (const page of [lin, chen]) await page.goto(address);
    await lin.getByLabel('摘要').fill('林的摘要');
    await chen.getByLabel('內文').fill('陳的內文。');
    await press(lin, '儲存草稿');
    await press(chen, '儲存草稿');
    await press(chen, '合併後繼續編輯');
    expect(await chen.getByLabel('摘要').inputValue()).toBe('林的摘要');
    expect(await chen.getByLabel('內文').inputValue()).toBe('陳的內文。');
    await press(chen, '儲存草稿');
    expect(await notice(chen)).toContain('草稿已儲存。');
  });
});
