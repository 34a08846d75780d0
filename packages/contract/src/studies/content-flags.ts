/** What files of a study can run when they are opened, in the order in which a study presents it. */
export const CONTENT_FLAGS = ['program', 'script', 'html', 'preamble'] as const;
