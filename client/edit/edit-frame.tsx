import { kindPages, kindNames } from '#shared/kinds/kind-names.ts';
import type { ReactNode } from 'react';
import { paths } from '#shared/address/paths.ts';
import { mainFormId } from '#shared/editing/main-form.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { libraryTexts } from '#shared/locale/editors/library-texts.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { statusTexts } from '#shared/locale/editors/status-texts.ts';
import { useEdit } from './edit-context.ts';
import { LeaveLink } from './leave-link.tsx';

/** Header, navigation and frame of every page in the edit area. */
export function EditFrame({ children }: { children: ReactNode }) {
  const { editor, path, hasMainForm, enterPresses } = useEdit();
  const items = [
    { path: editPaths.home, label: editTexts.home },
    ...kindNames.map((kind) => ({ path: editPaths.list(kind), label: kindPages[kind].label })),
    { path: editPaths.media, label: libraryTexts.title },
    ...(editor.role === 'author' ? [] : [{ path: editPaths.site, label: editTexts.site }]),
    ...(editor.role === 'admin'
      ? [
          { path: editPaths.accounts, label: staffTexts.title },
          { path: editPaths.status, label: statusTexts.title },
        ]
      : []),
  ];
  return (
    <>
      {/* The Enter key presses the first button of its form in the page, which those of the header would be. */}
      {hasMainForm && (
        <button
          form={mainFormId}
          name={enterPresses && 'row'}
          value={enterPresses}
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
      <a className="skip-link" href="#main">
        {editTexts.skip}
      </a>
      <header className="edit-header">
        <div className="site-width">
          <nav aria-label={editTexts.navigation} className="me-auto">
            <ul>
              {items.map((item) => (
                <li key={item.path}>
                  <LeaveLink to={item.path} aria-current={currentOf(item.path, path)}>
                    {item.label}
                  </LeaveLink>
                </li>
              ))}
            </ul>
          </nav>
          {/* On one line: at 768 px the name alone stood below the navigation. */}
          <p className="flex gap-4">
            <LeaveLink to={paths.home} className="row-link">
              {editTexts.toSite}
            </LeaveLink>
            {/* Whose session has ended has no name. */}
            {editor.name !== '' && (
              <LeaveLink to={paths.account} className="row-link">
                <span className="max-w-[8em] truncate">{editor.name}</span>
              </LeaveLink>
            )}
          </p>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="site-width edit-main">
        {children}
      </main>
    </>
  );
}

function currentOf(item: string, here: string): 'page' | 'true' | undefined {
  if (item === here) return 'page';
  return item !== editPaths.home && here.startsWith(`${item}/`) ? 'true' : undefined;
}
