/** What the server tells the browser in `<script id="app-config">`. World-readable: never a secret. */
export interface AppConfig {
  /** Starts and ends with a slash. */
  baseURL: string;
  buildId: string;
  /** Origin for canonical addresses, without a trailing slash; null when not configured. */
  publicUrl: string | null;
}
