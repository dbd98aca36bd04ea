import type { StaffEvent } from '#shared/editing/staff.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { ownValue } from '#shared/own-value.ts';

/** Events of accounts, newest first. */
export function EventList({ events }: { events: readonly StaffEvent[] }) {
  if (events.length === 0) return <p className="edit-meta">{staffTexts.noEvents}</p>;
  return (
    <ul className="edit-list">
      {events.map((event) => (
        <li key={event.seq}>
          <span>{staffTexts.eventNames[event.event] ?? event.event}</span>
          <span className="edit-meta">{staffTexts.enumerate(describe(event))}</span>
        </li>
      ))}
    </ul>
  );
}

function describe({ at, detail, network, by }: StaffEvent): string[] {
  const words = detail?.replace(/[a-z]+/g, (word) => ownValue(staffTexts.detailWords, word) ?? word);
  return [
    formatDateTime(at) ?? at,
    ...(words === undefined ? [] : [words]),
    ...(by === null ? [] : [by.name === null ? staffTexts.byNobody : staffTexts.by(by.name)]),
    ...(network === null ? [] : [staffTexts.network(network)]),
  ];
}
