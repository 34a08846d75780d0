import { DEVICE_GRANT, signIn } from '@snimok/contract/auth';
import { requestGrant, DESKTOP_CLIENT, ProgramToken, UPLOAD_SCOPE } from '@snimok/contract/program-access';
import { type Call, CallProblem } from '@snimok/api-client/call';
import { ExitError, EXIT } from '../program/exit-error.ts';
import { sentences } from '../sentences.ts';

const SLOWER_BY_SECONDS = 5;
const SLOWEST_SECONDS = 60;

interface Surroundings {
  call: Call;
  version: string;
  /** shows the code and opens the page */
  show: (page: { userCode: string; address: string; minutes: number }) => void;
  wait: (seconds: number) => Promise<void>;
}

/** RFC 8628: asks for a code, has a person look at it, and asks politely until she has decided. Answers the token. */
export async function deviceFlow({ call, version, show, wait }: Surroundings): Promise<string> {
  const body = { client_id: DESKTOP_CLIENT, scope: UPLOAD_SCOPE, app_version: version };
  const codes = await call(requestGrant, { body }).catch((problem) => {
    throw refusedToBegin(problem);
  });
  show({
    userCode: codes.user_code,
    address: codes.verification_uri_complete,
    minutes: Math.ceil(codes.expires_in / 60),
  });
  let pause = codes.interval;
  for (;;) {
    await wait(pause);
    const answer = await ask(call, codes.device_code);
    if (answer.token !== undefined) return answer.token;
    if (answer.slower) pause = Math.min(pause + SLOWER_BY_SECONDS, SLOWEST_SECONDS);
  }
}

type Answer = { token: string } | { token?: undefined; slower: boolean };

async function ask(call: Call, deviceCode: string): Promise<Answer> {
  try {
    const body = { grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: DESKTOP_CLIENT };
    const answer = ProgramToken.safeParse(await call(signIn, { body }));
    if (!answer.success) throw new ExitError(EXIT.failed, sentences.noPortal);
    return { token: answer.data.access_token };
  } catch (problem) {
    if (!(problem instanceof CallProblem)) throw problem;
    switch (problem.error) {
      case 'authorization_pending':
        return { slower: false };
      case 'slow_down':
        return { slower: true };
      case 'access_denied':
        throw new ExitError(EXIT.refused, sentences.declined);
      case 'expired_token':
        throw new ExitError(EXIT.notSignedIn, sentences.codeExpired);
      default:
        // RFC 8628, 3.5: no answer is a reason to ask less often, not to give up
        if (problem.status === undefined || problem.status >= 500) return { slower: true };
        throw new ExitError(EXIT.refused, sentences.codeUsed);
    }
  }
}

function refusedToBegin(problem: unknown): unknown {
  if (!(problem instanceof CallProblem)) return problem;
  if (problem.status === undefined) return new ExitError(EXIT.failed, sentences.noAnswer);
  if (problem.status === 429) return new ExitError(EXIT.refused, sentences.tooOften);
  if (problem.status === 404) return new ExitError(EXIT.refused, sentences.switchedOff);
  return new ExitError(EXIT.failed, sentences.noPortal);
}
