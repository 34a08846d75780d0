import type { Letter } from './mail.ts';

/** A letter in nodemailer's words. RFC 3834: no machine shall answer what a machine has written. */
export const messageOf = (from: string, { messageID, writtenAt, to, ...content }: Letter) => ({
  from,
  ...content,
  to: { name: '', address: to },
  messageId: messageID,
  date: writtenAt,
  headers: { 'Auto-Submitted': 'auto-generated' },
});
