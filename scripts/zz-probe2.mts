import { launchChromium } from '/tmp/h/d/tests/helpers/chromium.ts';
const b = await launchChromium();
const c = await b.newContext();
const p = await c.newPage();
await p.goto('http://127.0.0.1:4310/articles/gongfu-tea-at-home');
await p.waitForTimeout(1000);
const l = p.locator('nav a[href^="#"]').nth(3);
try {
  await l.click({ timeout: 4000 });
  console.log('clicked', await p.evaluate(() => scrollY));
} catch (e) {
  console.log(String(e).slice(0, 900));
  console.log(await l.evaluate((e) => [e.checkVisibility(), JSON.stringify(e.getBoundingClientRect())]));
}
await p.screenshot({ path: '/tmp/h/d-shots/probe.png' });
await b.close();
