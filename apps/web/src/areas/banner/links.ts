const ALLOWED = /^(https?|mailto|tel):/i;

export const isAllowedLink = (href: string) => ALLOWED.test(href);

/** What people type, as an address: `clinic.ru` is a site, `info@clinic.ru` a letter, `+7 999 …` a call. */
export function wholeAddress(typed: string): string {
  const text = typed.trim();
  if (isAllowedLink(text) || text === '') return text;
  if (/^\+?[\d\s()-]{5,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  if (/^[^\s@/:]+@[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  // any other scheme is left as it is, to be refused
  return /^[a-z][a-z\d+-]*:(?!\d)/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
}
