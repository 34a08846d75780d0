import type { Plugin } from 'vite';

/** Returns chunks that import each other, directly or through others; null if there are none. @internal */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of imports.get(name) ?? []) {
      const circle = visit(next, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of imports.keys()) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return null;
}

/**
 * Fails the build if chunks import each other in a circle. Depending on the page that is opened first, a constant of one
 * chunk would be undefined while another chunk is executed.
 */
export const checkCircles = (): Plugin => ({
  name: 'check-circles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
    const circle = findCircle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
    if (circle)
      this.error(
        `chunks import each other in a circle: ${circle.join(' → ')}; see entriesAwareMergeThreshold`,
      );
  },
});
