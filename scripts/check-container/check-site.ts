import { setTimeout as delay } from 'node:timers/promises';
import { graceMs } from './check-files.ts';
import { startContainer, untilAnswers, type Start } from './container.ts';
import { check, expectThat } from './report.ts';

interface Site {
  who: string;
  basePath: string;
  healthCheck: readonly string[];
}

/** Starts a container, sends the requests of visitors and platforms, and stops it. */
export async function checkSite(start: Start, { who, basePath, healthCheck }: Site): Promise<void> {
  const container = startContainer(start);
  const address = container.origin + basePath;
  const isUp = await check(`${who} starts CMD, and /healthz answers`, () =>
    untilAnswers(`${address}healthz`, container),
  );
  if (!isUp) return container.terminate();
  await check('HEALTHCHECK says healthy, and /readyz ready', async () => {
    const code = container.exec(healthCheck);
    expectThat(code === 0, `exit code ${code}`);
    await get(`${address}readyz`);
  });
  await check('the front page is a page, and its first picture is served', async () => {
    const html = await (await get(address)).text();
    const [, picture] = /\bsrc="([^"]*\/media\/[^"]+)"/.exec(html) ?? [];
    expectThat(picture !== undefined, 'it shows no picture');
    const type = (await get(container.origin + picture)).headers.get('content-type') ?? '';
    expectThat(type.startsWith('image/'), `${picture} is ${type}`);
  });
  const stoppedAt = performance.now();
  container.terminate();
  await check('after SIGTERM it says that it is not ready, and still answers', async () => {
    await delay(500);
    const { status } = await fetch(`${address}readyz`);
    expectThat(status === 503, `/readyz answers ${status}`);
    await get(address);
  });
  await check('it ends by itself before docker stop would kill it', async () => {
    const code = await container.ended(graceMs - (performance.now() - stoppedAt));
    expectThat(code === 0, `${code === null ? 'it still runs' : `exit code ${code}`}\n${container.output()}`);
  });
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  expectThat(response.ok, `${address} answers ${response.status}`);
  return response;
}
