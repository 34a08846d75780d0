import { hostname } from 'node:os';

/** A linked audit record, as it is forwarded. */
interface ForwardedEvent {
  seq: number;
  /** the hash of the record's link in the chain, so that a collector has the hashes too */
  hash: Buffer;
  id: number;
  at: Date;
  actorKind: string;
  actorID: number | null;
  action: string;
  doctorID: number | null;
  patientID: number | null;
  studyID: number | null;
  address: string | null;
  details: unknown;
}

/** Facility 13, «log audit» (RFC 5424 §6.2.1). */
const FACILITY = 13;
const NOTICE = 5;
const WARNING = 4;
/** Actions that were refused. */
const REFUSED = new Set(['account.sign-in-failed', 'access.deny', 'access.lock-out']);

/** The portal has no enterprise number of its own; RFC 5612 reserves 32473 for examples. */
const SD_ID = 'snimok@32473';

/** A receiver must accept messages of 480 octets, and should accept 2048 (RFC 5424 §6.1). */
const MAX_OCTETS = 2_048;

const printable = (text: string, maxLength: number): string =>
  text.replace(/[^\x21-\x7e]/g, '').slice(0, maxLength) || '-';

/** A parameter of structured data; control characters could end a message early in a collector that reads lines. */
const parameter = (name: string, value: string | number | null): string =>
  value === null
    ? ''
    : ` ${name}="${String(value)
        .replace(/\p{Cc}+/gu, ' ')
        .replace(/["\\\]]/g, '\\$&')}"`;

/** One message of RFC 5424 with ids, kinds and counts, of at most 2048 octets. */
export const syslogMessage = (event: ForwardedEvent, host = hostname()): string => {
  const severity = REFUSED.has(event.action) ? WARNING : NOTICE;
  const head = [
    `<${FACILITY * 8 + severity}>1`,
    event.at.toISOString(),
    printable(host, 255),
    'snimok',
    '-',
    printable(event.action, 32),
  ].join(' ');
  const parameters =
    parameter('seq', event.seq) +
    parameter('event', event.id) +
    parameter('actor', event.actorKind) +
    parameter('account', event.actorID) +
    parameter('address', event.address) +
    parameter('doctor', event.doctorID) +
    parameter('patient', event.patientID) +
    parameter('study', event.studyID) +
    parameter('hash', event.hash.toString('hex'));
  const details = parameter('details', JSON.stringify(event.details));
  const withDetails = `${head} [${SD_ID}${parameters}${details}] ${event.action}`;
  if (Buffer.byteLength(withDetails) <= MAX_OCTETS) return withDetails;
  return `${head} [${SD_ID}${parameters} truncated="details"] ${event.action}`;
};
