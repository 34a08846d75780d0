/** «+7 999 123-45-67» for Russian numbers, however they were typed; others as typed. */
export function formatPhone(phone: string | null | undefined): string {
  if (!phone) return '';
  const digits = russianDigits(phone);
  return digits
    ? `+7 ${digits.slice(0, 3)} ${digits.slice(3, 6)}-${digits.slice(6, 8)}-${digits.slice(8)}`.replaceAll(
        ' ',
        '\u00a0',
      )
    : phone;
}

/** The same for a text field, without no-break spaces. */
export const typedPhone = (phone: string | null): string => formatPhone(phone).replaceAll('\u00a0', ' ');

/** The URL that calls the number. */
export function phoneURL(phone: string): string {
  const digits = russianDigits(phone);
  return `tel:${digits ? `+7${digits}` : phone.replace(/[^\d+]/g, '')}`;
}

/** The ten digits after +7 or 8; in Russia mobile numbers are also written without either. */
function russianDigits(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '');
  if (digits.length === 11 && (digits.startsWith('7') || (digits.startsWith('8') && !phone.includes('+'))))
    return digits.slice(1);
  return digits.length === 10 && digits.startsWith('9') && !phone.includes('+') ? digits : undefined;
}
