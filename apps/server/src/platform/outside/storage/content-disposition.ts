import { portableName } from '../../working-files/portable-name.ts';

/** A Content-Disposition header (RFC 6266) with an ASCII fallback and the name in UTF-8 (RFC 8187). */
export function attachment(name: string): string {
  const filename = portableName(name);
  const ascii = filename.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const utf8 = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
