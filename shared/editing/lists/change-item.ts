/** A change of content as the first page of the edit area tells it. */
export interface ChangeItem {
  seq: number;
  at: string;
  event: string;
  /** Name of the editor; empty: an import, or an operator. */
  name: string;
  /** A kind of content, or what else was changed, such as `site`. */
  kind: string;
  /** Present id of the entry; empty for a change of many. */
  id: string;
  /** Present title of the entry; empty when it has none or is gone. */
  title: string;
  detail: string | null;
  /** Number of entries that were changed at once. */
  count: number;
  /** Present place of the entry. */
  place: 'entry' | 'trash' | 'gone';
}
