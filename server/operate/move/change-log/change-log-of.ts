import type { Side } from '../sides/side.ts';
import type { ChangeLog } from './change-log.ts';
import { postgresLog } from './postgres-log.ts';
import { sqliteLog } from './sqlite-log.ts';

export function changeLogOf(side: Side): ChangeLog {
  return side.engine === 'sqlite' ? sqliteLog(side) : postgresLog(side);
}
