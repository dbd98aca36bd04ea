import { randomBytes, randomInt } from 'node:crypto';

/** Where a request stands among those that others made for it, as W3C Trace Context says it (https://www.w3.org/TR/trace-context/). */
export interface Trace {
  /** 32 hexadecimal digits: the same for all that one action of a visitor causes, here and elsewhere. */
  traceId: string;
  /** 16 hexadecimal digits: what this process does for it. */
  spanId: string;
  isSampled: boolean;
  /** What others wrote beside it, handed on as it is. */
  state: string | null;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Goes on with the trace of a well-formed `traceparent`, else begins one. A request id that is a UUID, such as those we
 * make, or the 32 digits of nginx, is the id of that trace too: one name less for the same thing.
 */
export function readTrace(headers: Headers, requestId: string): Trace {
  const { traceparent, tracestate } = headers;
  const given = typeof traceparent === 'string' ? parseTraceparent(traceparent) : null;
  if (given === null)
    return { traceId: traceIdOf(requestId), spanId: newSpanId(), isSampled: false, state: null };
  const isShort = typeof tracestate === 'string' && tracestate.length <= maxStateLength;
  return { ...given, spanId: newSpanId(), state: isShort ? tracestate : null };
}

/** For what no request has asked for. Not sampled: this process records nothing. */
export function newTrace(): Trace {
  return { traceId: randomBytes(16).toString('hex'), spanId: newSpanId(), isSampled: false, state: null };
}

/** The headers by which whoever is asked goes on with the trace. */
export function traceHeaders({ traceId, spanId, isSampled, state }: Trace): [name: string, value: string][] {
  const parent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return [['traceparent', parent], ...(state ? [['tracestate', state] satisfies [string, string]] : [])];
}

/** What the specification asks to hand on at least. */
const maxStateLength = 512;

/** Version, trace, parent, flags; later versions may say more behind it. */
const form = /^([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-.*)?$/;

function parseTraceparent(text: string): Pick<Trace, 'traceId' | 'isSampled'> | null {
  const [, version, traceId, flags = '', rest] = form.exec(text) ?? [];
  if (traceId === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  return { traceId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

function traceIdOf(requestId: string): string {
  const digits = requestId.length === 36 ? requestId.replaceAll('-', '') : requestId;
  return /^(?!0{32})[\da-f]{32}$/.test(digits) ? digits : randomBytes(16).toString('hex');
}

const spanPrefix = randomBytes(4).toString('hex');
let spans = randomInt(2 ** 31);

/** Counted on from a random beginning: random digits for each request cost more, and are no more different. */
function newSpanId(): string {
  spans = (spans + 1) >>> 0;
  return spanPrefix + spans.toString(16).padStart(8, '0');
}
