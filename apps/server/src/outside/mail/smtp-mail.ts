import nodemailer from 'nodemailer';
import type { Mail } from './mail.ts';

export const smtpMail = (url: string, from: string): Mail => {
  // a silent relay must not hold a job for nodemailer's default of ten minutes
  const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };
  const transport = nodemailer.createTransport({ url, ...patience });
  return {
    async send(letter) {
      await transport.sendMail({ from, ...letter, to: { name: '', address: letter.to } });
    },
  };
};
