import { createContext, use } from 'react';
import type { Role } from '#shared/accounts.ts';
import { withBase } from '#shared/address/paths.ts';

export interface EditContextValue {
  /** Starts and ends with a slash. */
  basePath: string;
  editor: { name: string; role: Role };
  /** Site path of the page that is shown, without the base path. */
  path: string;
  /** Whether links of the page take the texts of its form along. */
  hasMainForm: boolean;
  /** Value of the button `row` that the Enter key presses; undefined: the form says what it does. */
  enterPresses?: string | undefined;
  /** Value of the button that changed a list of the form, to which the page is the answer; else empty. */
  rowChange: string;
}

export const EditContext = createContext<EditContextValue | null>(null);

export function useEdit(): EditContextValue {
  const value = use(EditContext);
  if (value === null) throw new Error('a piece of the edit area is shown outside of it');
  return value;
}

/** Makes an address of a site path. */
export function useEditHref(): (path: string) => string {
  const { basePath } = useEdit();
  return (path) => withBase(basePath, path);
}
