/** The tags of a banner's text, besides `a`. */
export const BANNER_TAGS = ['p', 'br', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li'] as const;

/** The schemes of its links. */
export const BANNER_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;

const LINK = new RegExp(`^(${BANNER_SCHEMES.join('|')}):`, 'i');

/** Whether an address is absolute and has one of these schemes. */
export const isBannerLink = (href: string): boolean => LINK.test(href);
