const sortedURLs = (modules: Record<string, string>) =>
  Object.entries(modules)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, url]) => url);

// Vite replaces these calls at build time, so their arguments must be literals.
const large = sortedURLs(
  import.meta.glob<string>('./pictures/jaws-??.webp', { eager: true, import: 'default', query: '?url' }),
);
const small = sortedURLs(
  import.meta.glob<string>('./pictures/jaws-??-small.webp', {
    eager: true,
    import: 'default',
    query: '?url',
  }),
);

/** Ten renderings of the phantom's jaws from all sides, made by `build/draw-segmentation.ts`. */
export const pictures = large.map((url, at) => ({ url, smallURL: small[at]! }));
