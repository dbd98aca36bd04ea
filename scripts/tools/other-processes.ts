import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The processes that another one has started and that have not ended; Linux tells. */
export function listChildren(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

/** The ports of those who are connected to a process, by IPv4. */
export function listPeerPorts(pid: number): Set<number> {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // Closed meanwhile.
        return [];
      }
    }),
  );
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return new Set(
    rows.flatMap((row) => {
      const [, , peer = '', state, , , , , , inode = ''] = row.trim().split(/\s+/);
      // 01: established.
      return state === '01' && inodes.has(inode) ? Number.parseInt(peer.split(':')[1] ?? '', 16) : [];
    }),
  );
}
