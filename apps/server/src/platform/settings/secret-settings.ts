import { z } from 'zod';

/** Secrets separated by commas. The whole text counts as a secret too, because a secret may contain a comma. */
export const previousSecrets = z
  .string()
  .default('')
  .transform((text) => [...new Set([...text.split(',').map((secret) => secret.trim()), text])])
  .transform((secrets) => secrets.filter((secret) => secret !== ''))
  .refine((secrets) => secrets.length === 0 || secrets.some((secret) => secret.length >= 16), {
    error: 'must be secrets of at least 16 characters, separated by commas',
  })
  .transform((secrets) => secrets.filter((secret) => secret.length >= 16));

/** Whether the text is a key of 32 bytes in base64 or base64url. */
export const isStorageKey = (text: string): boolean => /^[\w+/-]{43}=?$/.test(text);

/** The keys of the folder store, the current key first. */
export const storageKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every(isStorageKey), {
    error: 'must be 32 bytes in base64 (openssl rand -base64 32); several are separated by commas',
  });

/** Public keys as `age-keygen` prints them. */
export const backupRecipients = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  )
  .refine((keys) => keys.every((key) => /^age1[02-9ac-hj-np-z]{58}$/.test(key)), {
    error: 'must be a public key of age (age1…); several are separated by commas',
  });
