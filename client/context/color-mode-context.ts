import { createContext } from 'react';
import type { ColorMode } from '#shared/color-mode.ts';

/** The mode that the document shows, and a setter that shows another without a page load, as `useState` gives them. */
export const ColorModeContext = createContext<[ColorMode, (mode: ColorMode) => void]>(['system', () => {}]);
