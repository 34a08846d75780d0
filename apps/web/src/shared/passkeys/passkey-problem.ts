/** Why the browser did not make or use a passkey, as a sentence. */
export class PasskeyProblem extends Error {}
