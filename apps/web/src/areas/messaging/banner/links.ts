import { isBannerLink } from '@snimok/contract/messaging/banner-html';

/**
 * Completes a typed address to a URL: `clinic.ru` to `https:`, `info@clinic.ru` to `mailto:`, `+7 999 …` to
 * `tel:`.
 */
export function completeURL(typed: string): string {
  const text = typed.trim();
  if (isBannerLink(text) || text === '') return text;
  if (/^\+?[\d\s()-]{5,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  if (/^[^\s@/:]+@[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  // any other scheme is left unchanged, and `isBannerLink` refuses it
  return /^[a-z][a-z\d+-]*:(?!\d)/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
}
