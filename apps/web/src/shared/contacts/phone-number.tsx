import { formatPhone } from './phone.ts';

/** A phone number on one line: browsers break lines after a hyphen. */
export const PhoneNumber = ({ phone }: { phone: string | null }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{formatPhone(phone)}</span>
);
