import { createContext } from 'react';
import type { ColorMode } from '#shared/color-mode.ts';

/** As `useState` gives it: what the document shows, and a setter that shows another without a page load. */
export const ColorModeContext = createContext<[ColorMode, (mode: ColorMode) => void]>(['system', () => {}]);
