import type { Kind } from '#shared/kinds/kind-names.ts';
import type { OnLoss } from '#shared/stored-list.ts';
import type { Log } from '../base/log.ts';
import type { Reader, ReportLoss } from './reader.ts';

/** A site in disorder does not fill its log: each column of an entry once, until the process ends. */
const maxLogged = 1_000;

export function logLosses(log: Log): ReportLoss {
  const logged = new Set<string>();
  return (entry, column) => {
    const name = `${entry} ${column}`;
    if (logged.size >= maxLogged || logged.has(name)) return;
    logged.add(name);
    log.warn(
      { entry, column },
      'a column has a value that its field does not allow, and pages leave it out: save the entry in the edit area, or import its file',
    );
  };
}

/** Reports losses in the columns of an entry, by their names. */
export function lossesOf(reader: Reader, kind: Kind | 'site', id: string): (column: string) => OnLoss {
  return (column) => () => reader.reportLoss(`${kind}/${id}`, column);
}
