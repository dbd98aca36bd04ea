import { hash } from 'node:crypto';
import type { RowValues, Value } from './sides/side.ts';

/** Number of rows, and a sum that does not depend on their order. Both databases of a move are summed with it. */
export interface RowSum {
  rows: number;
  /** Four numbers of 48 bits. */
  lanes: readonly number[];
}

export function createRowSum(): { add(rows: readonly RowValues[]): void; total(): RowSum } {
  const lanes = [0, 0, 0, 0];
  let count = 0;
  return {
    add(rows) {
      for (const row of rows) {
        const digest = hash('sha256', canonical(row), 'buffer');
        for (let lane = 0; lane < lanes.length; lane += 1)
          lanes[lane] = ((lanes[lane] ?? 0) + digest.readUIntBE(lane * laneBytes, laneBytes)) % modulus;
      }
      count += rows.length;
    },
    total: () => ({ rows: count, lanes: [...lanes] }),
  };
}

const laneBytes = 6;
const modulus = 2 ** 48;

export function isSameSum(a: RowSum, b: RowSum): boolean {
  return a.rows === b.rows && a.lanes.every((lane, index) => lane === b.lanes[index]);
}

export function sumOf(rows: readonly RowValues[]): RowSum {
  const sum = createRowSum();
  sum.add(rows);
  return sum.total();
}

/** A row as text: two that differ in anything have different ones. */
function canonical(row: RowValues): string {
  return JSON.stringify(
    row.some(isBytes) ? row.map((value) => (isBytes(value) ? toText(value) : value)) : row,
  );
}

function isBytes(value: Value): value is Uint8Array {
  return value instanceof Uint8Array;
}

/** No text or number is an object in JSON. */
function toText(bytes: Uint8Array): { bytes: string } {
  return { bytes: Buffer.from(bytes).toString('base64') };
}
