type Pattern = [name: string, pattern: RegExp];

/** The order matters, because the first match counts: most browsers also name the browsers that they imitate. */
const BROWSERS: Pattern[] = [
  ['Яндекс Браузер', /YaBrowser\//],
  ['Edge', /Edg(A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
];
const SYSTEMS: Pattern[] = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux|X11/],
];

const firstMatch = (patterns: Pattern[], text: string): string =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? '';

/** Browser and operating system of a User-Agent header (RFC 9110 §10.1.5); empty for unknown ones. */
export const describeBrowser = (userAgent: string | null) => ({
  browser: firstMatch(BROWSERS, userAgent ?? ''),
  system: firstMatch(SYSTEMS, userAgent ?? ''),
});
