const urls = (found: Record<string, string>) =>
  Object.keys(found)
    .toSorted()
    .map((path) => found[path]!);

const options = { eager: true, import: 'default', query: '?url' } as const;
const large = urls(import.meta.glob<string>('./pictures/jaws-??.webp', options));
const small = urls(import.meta.glob<string>('./pictures/jaws-??-small.webp', options));

/** Ten views around a synthetic patient's jaws, drawn by `build/draw-segmentation.ts`. */
export const pictures = large.map((url, at) => ({ url, smallURL: small[at]! }));
