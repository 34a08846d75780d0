import sanitizeHtml from 'sanitize-html';

const LINK = /^(https?|mailto|tel):/i;

/** What the editor can write, and nothing that could do more than be read. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  nestingLimit: 20,
  transformTags: {
    // a link without an address of its own becomes its words: `span` is not allowed
    a: (_tag, { href = '' }): sanitizeHtml.Tag =>
      LINK.test(href)
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

const encode = (html: string) => html.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** As spec.md keeps it: sanitised, then entity-encoded once. Marks around nothing are nothing. */
export const encodedText = (html: string): string => {
  const words = sanitizeHtml(html, { allowedTags: [] });
  return words.trim() === '' ? '' : encode(sanitizeHtml(html, allowed));
};
