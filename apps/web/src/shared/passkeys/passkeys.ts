import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { startPasskeySignIn } from '@snimok/contract/people/auth';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { startPasskey } from '@snimok/contract/people/second-factors';
import { PasskeyProblem } from './passkey-problem.ts';
import { passkeySentences } from './passkey-sentences.ts';

/** Whether this page can use passkeys: browsers bind them to one host and want a secure connection. */
export const canUsePasskeys = (host: string | null | undefined): boolean =>
  host === location.hostname && window.isSecureContext && 'PublicKeyCredential' in window;

/** Asks the browser for a passkey to sign in with. */
export async function getAssertion(options: ResponseOf<typeof startPasskeySignIn>) {
  const library = await import('@simplewebauthn/browser');
  return library.startAuthentication({ optionsJSON: options as RequestOptions }).catch(explainRefusal);
}

/** Asks the browser to make a passkey. */
export async function createPasskey(options: ResponseOf<typeof startPasskey>) {
  const library = await import('@simplewebauthn/browser');
  return library.startRegistration({ optionsJSON: options as CreationOptions }).catch(explainRefusal);
}

/** The names of transports, which the contract leaves open. */
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** The sentences by the names of the exceptions of Web Authentication §5.1.3 and §5.1.4. */
const SENTENCES: Record<string, string> = {
  AbortError: passkeySentences.cancelled,
  NotAllowedError: passkeySentences.cancelled,
  InvalidStateError: passkeySentences.exists,
  SecurityError: passkeySentences.host,
  ConstraintError: passkeySentences.unsupported,
  NotSupportedError: passkeySentences.unsupported,
};

const explainRefusal = (reason: unknown): never => {
  const name = reason instanceof Error ? reason.name : '';
  throw new PasskeyProblem(SENTENCES[name] ?? passkeySentences.failed, { cause: reason });
};
