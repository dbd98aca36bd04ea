/** Who sees an entry: editors alone, visitors from its time on, or nobody any more. */
export type Status = 'draft' | 'published' | 'archived';
