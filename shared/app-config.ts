/** Settings for the browser, in `<script id="app-config">`. World-readable: never a secret. */
export interface AppConfig {
  /** Starts and ends with a slash. */
  baseURL: string;
  buildId: string;
  /** Origin for canonical addresses, without a trailing slash; null when not configured. */
  publicUrl: string | null;
  /** In a preview, which is the site under another base path: base path of the site itself. */
  publicBaseURL?: string;
}

/** Base path that a preview shares with the site: canonical addresses, files, cookies. */
export function publicBaseOf({ baseURL, publicBaseURL = baseURL }: AppConfig): string {
  return publicBaseURL;
}
