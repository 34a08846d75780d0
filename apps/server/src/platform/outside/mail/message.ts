import type { Letter } from './mail.ts';

/** The letter as a nodemailer message. `Auto-Submitted` (RFC 3834) prevents automatic replies. */
export const messageOf = (from: string, { messageID, writtenAt, to, ...content }: Letter) => ({
  from,
  ...content,
  to: { name: '', address: to },
  messageId: messageID,
  date: writtenAt,
  headers: { 'Auto-Submitted': 'auto-generated' },
});
