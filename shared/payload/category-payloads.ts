/**
 * A category in the order in which all are shown, each before those below it: its id, its depth from 0, the number of
 * products in it and below it, and its name where that is not the id.
 */
export type CategoryNode = [id: string, depth: number, count: number, name?: string];
