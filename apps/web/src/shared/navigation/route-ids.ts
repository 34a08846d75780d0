const NUMBER = /^[1-9]\d{0,15}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id in the URL that no object can have, for example after a typing error in a link. The server would answer with 400. */
export const hasMalformedID = (params: Record<string, string | undefined>): boolean =>
  Object.entries(params).some(([name, text]) => {
    if (text === undefined) return false;
    if (name.endsWith('UUID')) return !UUID.test(text);
    return (name.endsWith('ID') || name === 'number') && !NUMBER.test(text);
  });

/** The id in a part of the URL that a page can do without; null if there is none. */
export const readID = (text: string | null): number | null =>
  text && NUMBER.test(text) ? Number(text) : null;
