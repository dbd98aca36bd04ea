/** Stands between a page's title and the site's name. */
export const titleSeparator = '｜';

/** Stands between the entries of a list in a sentence. */
export const listSeparator = '、';

/** The pair that words beside the point stand in. */
export const parentheses = ['（', '）'] as const;

/**
 * The places where a title can break: after a colon or a comma, but for signs that may not begin a line. Captures the
 * mark and the space after it. Without a lookbehind, which Safari before 16.4 cannot read.
 */
export const titleBreak = /([：，；！？—])(\s*)(?=[^：，；！？—」』）\s])/u;

/** End of a sentence, with its closing quotation marks and brackets. */
export const sentenceEnd = /[。！？!?]+[」』”’）)]*|\.(?=\s)|\n/gu;
