/** Visibility of an entry: to editors only, to visitors from its time on, or withdrawn. */
export type Status = 'draft' | 'published' | 'archived';
