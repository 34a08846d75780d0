const inOrder = (found: Record<string, string>) =>
  Object.entries(found)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, url]) => url);

// Vite reads these calls as they stand: what is given to them cannot have a name.
const large = inOrder(
  import.meta.glob<string>('./pictures/jaws-??.webp', { eager: true, import: 'default', query: '?url' }),
);
const small = inOrder(
  import.meta.glob<string>('./pictures/jaws-??-small.webp', {
    eager: true,
    import: 'default',
    query: '?url',
  }),
);

/** Ten views around a synthetic patient's jaws, drawn by `build/draw-segmentation.ts`. */
export const pictures = large.map((url, at) => ({ url, smallURL: small[at]! }));
