import type { ComponentProps } from 'react';
import { leaveField, mainFormId } from '#shared/editing/main-form.ts';
import { useEdit, useEditHref } from './edit-context.ts';

interface LeaveLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-current'> {
  /** Site path without the base path. */
  to: string;
}

/**
 * Leads to another page. Beside a form it is a button of that form: what was typed goes along and is kept, with script
 * and without.
 */
export function LeaveLink({ to, ...attributes }: LeaveLinkProps) {
  const href = useEditHref();
  const { hasMainForm } = useEdit();
  if (!hasMainForm) return <a href={href(to)} {...attributes} />;
  return <button role="link" form={mainFormId} name={leaveField} value={to} {...attributes} />;
}
