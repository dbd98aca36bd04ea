import type { ReactNode } from 'react';
import { LeaveLink } from './leave-link.tsx';
import { EntryTitle } from './entry-title.tsx';

interface EntryHeaderProps {
  back: { to: string; label: string };
  title: string;
  /** Below the title: state, author of the draft, links. */
  children?: ReactNode;
}

/** Head of a page about an entry: the way back, and the title. */
export function EntryHeader({ back, title, children }: EntryHeaderProps) {
  return (
    <header>
      <p>
        <LeaveLink to={back.to} className="row-link">
          ← {back.label}
        </LeaveLink>
      </p>
      <EntryTitle text={title} />
      {children}
    </header>
  );
}
