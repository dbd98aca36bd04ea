import { launchChromium } from '/tmp/h/d/tests/helpers/chromium.ts';
const b = await launchChromium();
for (const width of [1280, 1440]) {
  const c = await b.newContext({ viewport: { width, height: 720 } });
  const p = await c.newPage();
  await p.goto('http://127.0.0.1:4310/articles/gongfu-tea-at-home');
  console.log(
    width,
    await p.evaluate(() => {
      const a = document.querySelectorAll('nav a[href^="#"]')[3] as HTMLElement;
      const r = a.getBoundingClientRect();
      return [
        innerWidth,
        matchMedia('(width >= 80rem)').matches,
        a.checkVisibility(),
        r.width,
        r.height,
        getComputedStyle(document.querySelector('.contents-list summary')!).display,
        getComputedStyle(document.querySelector('.contents-list details')!, '::details-content')
          .contentVisibility,
      ];
    }),
  );
}
await b.close();
{
  const b = await launchChromium();
  const c = await b.newContext();
  const p = await c.newPage();
  await p.goto('http://127.0.0.1:4310/articles/gongfu-tea-at-home');
  const l = p.locator('nav a[href^="#"]').nth(3);
  console.log(
    'isVisible',
    await l.isVisible(),
    await p.evaluate(() => innerWidth),
    await l.evaluate((e) => [
      e.checkVisibility(),
      e.closest('details')?.open,
      e.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true, contentVisibilityAuto: true }),
    ]),
  );
  await p.waitForTimeout(2500);
  console.log('isVisible', await l.isVisible());
  await b.close();
}
