import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Running children of a process, on Linux. */
export function listChildren(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

/** Ports of the clients connected to a process, by IPv4; empty for an ended process. */
export function listPeerPorts(pid: number): Set<number> {
  const folder = `/proc/${pid}/fd`;
  const inodes = new Set(
    namesIn(folder).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${fd}`))?.[1] ?? [];
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
