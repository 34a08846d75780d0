import { z } from 'zod';

/** The certificate with which study reports are sealed. */
export const reportSettings = {
  REPORT_CERTIFICATE: z
    .string()
    .startsWith('/', { error: 'must be an absolute path of a PKCS #12 file' })
    .optional(),
  REPORT_CERTIFICATE_PASSWORD: z.string().optional(),
};

export const reportsOf = (s: {
  REPORT_CERTIFICATE?: string | undefined;
  REPORT_CERTIFICATE_PASSWORD?: string | undefined;
}) => ({
  /** Null if reports are sealed with a key of the portal. */
  reportCertificate:
    s.REPORT_CERTIFICATE === undefined
      ? null
      : { file: s.REPORT_CERTIFICATE, password: s.REPORT_CERTIFICATE_PASSWORD ?? '' },
});
