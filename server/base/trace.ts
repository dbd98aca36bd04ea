import { randomBytes } from 'node:crypto';

/** Position of a request in a distributed trace, as in W3C Trace Context (https://www.w3.org/TR/trace-context/). */
export interface Trace {
  /** 32 hexadecimal digits: the same for all that one action of a visitor causes, here and elsewhere. */
  traceId: string;
  /** 16 hexadecimal digits: this process's part of it. */
  spanId: string;
  isSampled: boolean;
  /** `tracestate` of other systems, passed on unchanged. */
  state: string | null;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Goes on with the trace of a well-formed `traceparent`, else begins one. */
export function readTrace({ traceparent, tracestate }: Headers): Trace {
  const given = typeof traceparent === 'string' ? parseTraceparent(traceparent) : null;
  if (given === null) return newTrace();
  const isShort = typeof tracestate === 'string' && tracestate.length <= maxStateLength;
  return { ...given, spanId: randomDigits(16), state: isShort ? tracestate : null };
}

/** A trace for work outside of any request. Not sampled: this process records nothing. */
export function newTrace(): Trace {
  return { traceId: randomDigits(32), spanId: randomDigits(16), isSampled: false, state: null };
}

/** Headers with which another server continues the trace. */
export function traceHeaders({ traceId, spanId, isSampled, state }: Trace): [name: string, value: string][] {
  const parent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return [['traceparent', parent], ...(state ? [['tracestate', state] satisfies [string, string]] : [])];
}

/** Length that the specification requires to pass on at least. */
const maxStateLength = 512;

/** Version, trace, parent, flags; later versions may say more behind it. */
const form = /^([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-.*)?$/;

function parseTraceparent(text: string): Pick<Trace, 'traceId' | 'isSampled'> | null {
  const [, version, traceId, flags = '', rest] = form.exec(text) ?? [];
  if (traceId === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  return { traceId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

let digits = '';

/** Made for a thousand requests at once: for each alone they took as long as the rest of its line in the log. */
function randomDigits(count: number): string {
  if (digits.length < count) digits = randomBytes(24_000).toString('hex');
  const taken = digits.slice(0, count);
  digits = digits.slice(count);
  // All zeros are no id.
  return /[^0]/.test(taken) ? taken : randomDigits(count);
}
