/** The page with the bookings of a client. */
export const OWN_BOOKINGS_PATH = '/doctor-area/schedule/bookings';
