/** A version is `MAJOR.MINOR.PATCH+COMMITS.COMMIT` (scripts/packaging/contents.mjs). */
const VERSION = /^(\d+)\.(\d+)\.(\d+)\+(\d+)\.[0-9a-f]{7,40}$/;

/** The numbers by which versions are ordered; null if the value is not a version. */
export const parseVersion = (value: unknown): number[] | null => {
  const found = typeof value === 'string' ? VERSION.exec(value) : null;
  return found ? found.slice(1).map(Number) : null;
};

/** Whether `version` is newer than `other`. Throws if one of them is not a version. */
export const isNewer = (version: string, other: string): boolean => {
  const mine = parseVersion(version);
  const others = parseVersion(other);
  if (!mine || !others) throw new Error(`${mine ? other : version} is not a version of a release.`);
  const differing = mine.findIndex((number, i) => number !== others[i]);
  return differing >= 0 && (mine[differing] ?? 0) > (others[differing] ?? 0);
};
