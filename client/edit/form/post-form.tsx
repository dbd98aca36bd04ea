import type { ComponentProps } from 'react';
import { wholeFormField } from '#shared/editing/whole-form.ts';

/** A form that changes something. Its last field says that the form came whole. */
export function PostForm({ children, ...attributes }: Omit<ComponentProps<'form'>, 'method'>) {
  return (
    <form method="post" {...attributes}>
      {children}
      <input type="hidden" name={wholeFormField} value="yes" />
    </form>
  );
}
