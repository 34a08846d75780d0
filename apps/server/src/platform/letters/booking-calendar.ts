import type { Attachment } from '../outside/mail/mail.ts';
import { calendarFile } from './calendar-file.ts';

interface BookedVisit {
  bookingID: number;
  /** the number of changes to the booking */
  sequence: number;
  cancelled: boolean;
  location: string;
  address: string;
  beginsAt: string;
  endsAt: string;
  writtenAt: string;
  summary: string;
  url: string;
}

export const whereText = ({ location, address }: Pick<BookedVisit, 'location' | 'address'>): string =>
  address ? `${location}, ${address}` : location;

/** A booking as an iCalendar file. All letters and downloads about a booking describe one event; its newest version counts. */
export const bookingCalendar = ({ bookingID, location, address, ...visit }: BookedVisit): string =>
  calendarFile({
    ...visit,
    uid: `booking-${bookingID}@${new URL(visit.url).hostname}`,
    location: whereText({ location, address }),
  });

export const calendarAttachment = (visit: BookedVisit): Attachment => ({
  filename: 'zapis.ics',
  contentType: `text/calendar; charset=utf-8; method=${visit.cancelled ? 'CANCEL' : 'PUBLISH'}`,
  content: bookingCalendar(visit),
});
