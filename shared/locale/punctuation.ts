/** Stands between a page's title and the site's name. */
export const titleSeparator = '｜';

/** The pair that words beside the point stand in. */
export const parentheses = ['（', '）'] as const;

/**
 * Where a title can break: after a colon or a comma, but for signs that may not begin a line. Captures the space
 * there.
 */
export const titleBreak = /(?<=[：，；！？—])(\s*)(?=[^：，；！？—」』）\s])/u;

/** Where a sentence ends, with the quotation marks and brackets that belong to it. */
export const sentenceEnd = /[。！？!?]+[」』”’）)]*|\.(?=\s)|\n/gu;
