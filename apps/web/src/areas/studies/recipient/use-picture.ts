import { useEffect, useState } from 'react';
import { requestPicture, type ShareCredentials } from './calls.ts';

/** The address of the study's picture in this page; undefined until it has loaded, null if it cannot be. */
export function usePicture(credentials: ShareCredentials, exists: boolean): string | null | undefined {
  const [url, setURL] = useState<string | null>();
  useEffect(() => {
    if (!exists) return;
    let isMounted = true;
    let created: string | undefined;
    const show = (picture: Blob) => {
      if (!isMounted) return;
      created = URL.createObjectURL(picture);
      setURL(created);
    };
    // the page is useful without the picture
    void requestPicture(credentials, false).then(show, () => isMounted && setURL(null));
    return () => {
      isMounted = false;
      if (created) URL.revokeObjectURL(created);
    };
  }, [credentials, exists]);
  return url;
}

/** After this time the browser has certainly begun to save the file. */
const REVOKE_AFTER_MS = 60_000;

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
