/** What the server tells the browser in `<script id="app-config">`. World-readable: never a secret. */
export interface AppConfig {
  /** Starts and ends with a slash. */
  baseURL: string;
  buildId: string;
  /** Origin for canonical addresses, without a trailing slash; null when not configured. */
  publicUrl: string | null;
  /** Of a preview, which is the site under another base path: that of the site itself. */
  publicBaseURL?: string;
}

/** Base path of what a preview has in common with the site: canonical addresses, files, cookies. */
export function publicBaseOf({ baseURL, publicBaseURL = baseURL }: AppConfig): string {
  return publicBaseURL;
}
