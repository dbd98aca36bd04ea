import { describe, expect, test } from 'vitest';
import { BusyError, findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { describeFailure } from '#server/base/describe-failure.ts';
import { pageErrorOf } from '#server/http/answer/page-error-of.ts';

const failure = (facts: object) => Object.assign(new Error('refused'), facts);

test.for([
  ['SQLITE_BUSY', failure({ errcode: 5 }), 'busy', 503],
  ['SQLITE_BUSY_SNAPSHOT', failure({ errcode: 517 }), 'busy', 503],
  ['SQLITE_LOCKED', failure({ errcode: 6 }), 'busy', 503],
  ['a turn that did not come', new BusyError('others wrote'), 'busy', 503],
  ['SQLITE_READONLY', failure({ errcode: 8 }), 'read-only', 503],
  ['SQLITE_IOERR_FSYNC', failure({ errcode: 1034 }), 'lost', 503],
  ['SQLITE_FULL', failure({ errcode: 13 }), 'full', 507],
  ['disk_full', failure({ code: '53100' }), 'full', 507],
  ['no space for a file', failure({ code: 'ENOSPC' }), 'full', 507],
  ['read_only_sql_transaction', failure({ code: '25006' }), 'read-only', 503],
  ['deadlock_detected', failure({ code: '40P01' }), 'busy', 503],
  ['out_of_memory', failure({ code: '53200' }), 'lost', 503],
  ['io_error', failure({ code: '58030' }), 'lost', 503],
  ['data_corrupted', failure({ code: 'XX001' }), 'lost', 503],
  ['its cause', new Error('a transaction failed', { cause: failure({ errcode: 13 }) }), 'full', 507],
] as const)('%s is told as what it is', ([, error, trouble, status]) => {
  expect(findStorageTrouble(error)).toBe(trouble);
  const told = pageErrorOf(error, 'id');
  expect(told.statusCode).toBe(status);
  expect(told.retryAfterSeconds === undefined).toBe(status === 507);
  expect(describeFailure(error)).toMatch(/^[^\n]+; what was under way was not done, so do it again when .+$/);
});

describe('a defect is none of these', () => {
  test.for([failure({ errcode: 1 }), failure({ errcode: 19 }), failure({ code: '23505' }), 'full', null])(
    '%o',
    (error) => {
      expect(findStorageTrouble(error)).toBe(null);
      expect(pageErrorOf(error, 'id').statusCode).toBe(500);
    },
  );
});
