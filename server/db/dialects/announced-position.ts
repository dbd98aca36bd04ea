/**
 * How far in the database's log a replica must be to have everything that the change feed has reported. The change
 * feed sets it, the connections to the replica are compared with it.
 */
export interface AnnouncedPosition {
  /** In bytes of the log; null while unknown: then no replica is used. */
  readonly bytes: bigint | null;
  /** Something was reported: until it is known where that stands, nothing is. */
  forget(): void;
  /** Everything reported so far stands before this place, as PostgreSQL writes it: `16/B374D848`. */
  set(lsn: string): void;
}

export function createAnnouncedPosition(): AnnouncedPosition {
  let bytes: bigint | null = null;
  return {
    get bytes() {
      return bytes;
    },
    forget() {
      bytes = null;
    },
    set(lsn) {
      bytes = bytesOfLsn(lsn);
    },
  };
}

/** A place in the log: two halves of 64 bits, in hexadecimal digits. */
export function bytesOfLsn(lsn: string): bigint {
  const [high, low] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
