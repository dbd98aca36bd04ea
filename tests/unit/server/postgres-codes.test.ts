import { expect, test } from 'vitest';
import { findStorageTrouble, type StorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { pageErrorOf } from '#server/http/answer/page-error-of.ts';

/** Every class of https://www.postgresql.org/docs/current/errcodes-appendix.html: what its codes end with, by what each is here. */
const classes: Readonly<Record<string, Partial<Record<StorageTrouble | 'defect', string>>>> = {
  '03': { defect: '000' },
  // PgBouncer gives 08P01 for whatever it says itself, and hands on what the server says of a login.
  '08': { lost: '000 001 003 004 006 007 P01' },
  '09': { defect: '000' },
  '0A': { defect: '000' },
  '0B': { defect: '000' },
  '0F': { defect: '000 001' },
  '0L': { defect: '000 P01' },
  '0P': { defect: '000' },
  '0Z': { defect: '000 002' },
  '10': { defect: '608' },
  '20': { defect: '000' },
  '21': { defect: '000' },
  '22': {
    defect:
      '000 001 002 003 004 005 007 008 009 00B 00C 00D 00F 00G 00H 00L 00M 00N 00P 00S 00T 010 011 012 013 014 015 016 018 019 01B 01E 01F 01G 01W 01X 021 022 023 024 025 026 027 02E 02G 02H 030 031 032 033 034 035 036 037 038 039 03A 03B 03C 03D 03E 03F 03G P01 P02 P03 P04 P05 P06',
  },
  '23': { defect: '000 001 502 503 505 514 P01' },
  '24': { defect: '000' },
  // 25P03 and 25P04: a transaction that nobody goes on with, or that takes too long, is ended with its connection.
  '25': { 'read-only': '006', lost: 'P03 P04', defect: '000 001 002 003 004 005 007 008 P01 P02' },
  '26': { defect: '000' },
  '27': { defect: '000' },
  '28': { lost: '000 P01' },
  '2B': { defect: '000 P01' },
  '2D': { defect: '000' },
  '2F': { defect: '000 002 003 004 005' },
  '34': { defect: '000' },
  '38': { defect: '000 001 002 003 004' },
  '39': { defect: '000 001 004 P01 P02 P03' },
  '3B': { defect: '000 001' },
  '3D': { lost: '000' },
  // A schema or a table that is not there is seen by the site's own look at its schema.
  '3F': { defect: '000' },
  '40': { busy: '000 001 P01', lost: '003', defect: '002' },
  '42': {
    lost: '501',
    defect:
      '000 601 602 611 622 701 702 703 704 710 712 723 725 803 804 809 830 846 883 8C9 939 P01 P02 P03 P04 P05 P06 P07 P08 P09 P10 P11 P12 P13 P14 P15 P16 P17 P18 P19 P20 P21 P22',
  },
  '44': { defect: '000' },
  '53': { full: '100', lost: '000 200 300 400' },
  // A text that is too long for an index has it too, so that 54000 is no lost database.
  '54': { defect: '000 001 011 023' },
  '55': { lost: '000', busy: '006 P03', defect: 'P02 P04' },
  '57': { lost: '000 014 P01 P02 P03 P04 P05' },
  '58': { lost: '000 030 P01 P02 P03' },
  '72': { busy: '000' },
  F0: { lost: '000 001' },
  HV: {
    defect:
      '000 001 002 004 005 006 007 008 009 00A 00B 00C 00D 00J 00K 00L 00M 00N 00P 00Q 00R 010 014 021 024 090 091',
  },
  P0: { defect: '000 001 002 003 004' },
  XX: { lost: '000 001 002' },
};

test.for(Object.entries(classes))('codes of class %s are told as what they are', ([name, kinds]) => {
  for (const [kind, ends] of Object.entries(kinds))
    for (const end of ends.split(' ')) {
      const code = name + end;
      const error = Object.assign(new Error('refused'), { code });
      const trouble = kind === 'defect' ? null : kind;
      expect(findStorageTrouble(error), code).toBe(trouble);
      const { statusCode, retryAfterSeconds } = pageErrorOf(error, 'id');
      expect(statusCode, code).toBe(trouble === null ? 500 : trouble === 'full' ? 507 : 503);
      expect(retryAfterSeconds !== undefined, code).toBe(statusCode === 503);
    }
});
