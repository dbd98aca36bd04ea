import { publicBaseOf, type AppConfig } from '#shared/app-config.ts';

/** Development only: built as an entry of its own and not part of a production build. */
const config: AppConfig = JSON.parse(document.getElementById('app-config')?.textContent ?? '{}');
let firstServer: string | null = null;

new EventSource(`${publicBaseOf(config)}_dev/reload`).addEventListener('message', ({ data }) => {
  firstServer ??= data;
  if (data !== firstServer) location.reload();
});
