import { BANNER_SCHEMES, BANNER_TAGS, isBannerLink } from '@snimok/contract/messaging/banner-html';
import sanitizeHtml from 'sanitize-html';

/** Allows the formatting that the editor offers, and nothing that can run code or load content. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...BANNER_TAGS, 'a'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: [...BANNER_SCHEMES],
  nestingLimit: 20,
  transformTags: {
    // a link without an absolute address loses its tag and keeps its text, because `span` is not allowed
    a: (_tag, { href = '' }): sanitizeHtml.Tag =>
      isBannerLink(href)
        ? { tagName: 'a', attribs: { href, target: '_blank', rel: 'noopener noreferrer' } }
        : { tagName: 'span', attribs: {} },
  },
};

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const encode = (html: string) => html.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/**
 * The banner's text as it is stored (product 24.2): sanitised, then entity-encoded once; empty if it has only tags and spaces.
 */
export const encodedText = (html: string): string => {
  const plainText = sanitizeHtml(html, { allowedTags: [] });
  return plainText.trim() === '' ? '' : encode(sanitizeHtml(html, allowed));
};
