/**
 * The telephone number in E.164, as text messages need it («8 (999) 123-45-67» → `+79991234567`); null if the text is
 * not a number. Numbers without a country code are Russian.
 */
export const normalizePhone = (typed: string): string | null => {
  const digits = typed.replace(/\D/g, '');
  if (typed.trim().startsWith('+')) return withPlus(digits);
  if (digits.startsWith('00')) return withPlus(digits.slice(2));
  if (/^[78]\d{10}$/.test(digits)) return `+7${digits.slice(1)}`;
  return /^\d{10}$/.test(digits) ? `+7${digits}` : null;
};

/** Country codes begin with 1 to 9. A number has at most 15 digits; a Russian one has exactly eleven. */
const withPlus = (digits: string): string | null => {
  if (digits.startsWith('7') && digits.length !== 11) return null;
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
};
