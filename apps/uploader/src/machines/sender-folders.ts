/** The name of the folder of a sender, `AET@address`. Periods and asterisks are encoded for Windows. */
export const folderNameOf = (sender: string): string =>
  encodeURIComponent(sender).replace(/[*.]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** The sender of a file, from its path relative to the folder of all senders. */
export const senderOf = (path: string): string => decodeURIComponent(path.split('/')[0] ?? '');
