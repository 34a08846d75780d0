/**
 * Characters that Windows forbids in file names, control characters, and the controls of bidirectional text (U+202A to
 * U+202E, U+2066 to U+2069, U+200E, U+200F, U+061C), which make `gpj.exe` look like `exe.jpg`.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029<>:"|?*\\/]/gu;

/**
 * Names of devices, also with an extension and with spaces before it: Windows opens the device instead of a file. Windows
 * reads superscript digits as digits.
 */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/**
 * Makes a path segment that is the same file name on Windows, macOS and Linux. Forbidden characters become `_`, and so do
 * trailing dots and spaces, which Windows drops. A device name gets `_` in front. Idempotent.
 */
export const portableName = (name: string): string => {
  const replaced = withoutEnding(name.replace(FORBIDDEN, '_'));
  return DEVICE.test(replaced) ? `_${replaced}` : replaced || '_';
};

/**
 * Searches from the end, because names in ZIPs may have 65,535 bytes and a pattern such as `/[. ]+$/` would search for the
 * end of the name from every dot.
 */
const withoutEnding = (name: string): string => {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end) + '_'.repeat(name.length - end);
};
