import type { getIcons } from '@iconify/utils/lib/icon-set/get-icons';

/** Icons of one collection in Iconify's JSON form. `not_found` has the requested names that are missing. */
export type IconSet = Parameters<typeof getIcons>[0];

/** Drawing of an icon: its SVG elements without the `<svg>` around them, its size and rotation. */
export type Icon = IconSet['icons'][string];
