import type { getIcons } from '@iconify/utils/lib/icon-set/get-icons';

/** Icons of one collection in Iconify's JSON form. `not_found` names what was asked for and is not there. */
export type IconSet = Parameters<typeof getIcons>[0];

/** One drawing: its SVG elements without the `<svg>` around them, its size, how it is turned. */
export type Icon = IconSet['icons'][string];
