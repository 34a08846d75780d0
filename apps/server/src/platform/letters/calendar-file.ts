/** An appointment for a calendar program, RFC 5545. */
interface Appointment {
  uid: string;
  /** Increases with every change, so that a calendar keeps the newest version. */
  sequence: number;
  cancelled: boolean;
  beginsAt: string;
  endsAt: string;
  writtenAt: string;
  summary: string;
  location: string;
  url: string;
}

/** Times are in UTC, so that no VTIMEZONE is needed; each calendar converts them to its user's time zone. */
export const calendarFile = (appointment: Appointment): string => {
  const { cancelled } = appointment;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Snimok//Portal//RU',
    'CALSCALE:GREGORIAN',
    `METHOD:${cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${appointment.uid}`,
    `SEQUENCE:${appointment.sequence}`,
    `DTSTAMP:${stamp(appointment.writtenAt)}`,
    `DTSTART:${stamp(appointment.beginsAt)}`,
    `DTEND:${stamp(appointment.endsAt)}`,
    `SUMMARY:${escaped(appointment.summary)}`,
    `LOCATION:${escaped(appointment.location)}`,
    `URL:${appointment.url}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
};

/** A time in form 2 of §3.3.5: `20261123T060000Z`. */
const stamp = (instant: string): string => `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Escapes a text (§3.3.11). */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** §3.1: lines have at most 75 octets; a continuation line begins with a space, and no character is split. */
const folded = (line: string): string => {
  const pieces = [''];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 74) {
      pieces.push('');
      octets = 0;
    }
    pieces[pieces.length - 1] += character;
    octets += size;
  }
  return pieces.join('\r\n ');
};
