/** The first one is sent to clients that accept both. */
export const RENDERED_TYPES = ['image/jpeg', 'image/png'] as const;

export type RenderedType = (typeof RENDERED_TYPES)[number];
