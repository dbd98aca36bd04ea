/** ISO 8601 in UTC with milliseconds, so that text order is time order. */
export type UtcIso = string;
