import { DEVICE_GRANT, signIn } from '@snimok/contract/people/auth';
import { requestGrant, DESKTOP_CLIENT, ProgramToken } from '@snimok/contract/people/program-access';
import { type Call, CallProblem } from '@snimok/api-client/call';
import { ExitError, EXIT } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';

const SLOW_DOWN_SECONDS = 5;
const MAX_PAUSE_SECONDS = 60;

interface DeviceFlowOptions {
  call: Call;
  version: string;
  scope: string;
  /** shows the code and opens the page */
  show: (page: { userCode: string; address: string; minutes: number }) => void;
  wait: (seconds: number) => Promise<void>;
}

/**
 * OAuth device authorization (RFC 8628): requests a code, shows it, and polls until a person decides. Returns the
 * token.
 */
export async function deviceFlow({ call, version, scope, show, wait }: DeviceFlowOptions): Promise<string> {
  const body = { client_id: DESKTOP_CLIENT, scope, app_version: version };
  const codes = await call(requestGrant, { body }).catch((problem) => {
    throw startErrorOf(problem);
  });
  show({
    userCode: codes.user_code,
    address: codes.verification_uri_complete,
    minutes: Math.ceil(codes.expires_in / 60),
  });
  let pause = codes.interval;
  for (;;) {
    await wait(pause);
    const answer = await pollToken(call, codes.device_code);
    if (answer.token !== undefined) return answer.token;
    if (answer.slowDown) pause = Math.min(pause + SLOW_DOWN_SECONDS, MAX_PAUSE_SECONDS);
  }
}

type PollAnswer = { token: string } | { token?: undefined; slowDown: boolean };

async function pollToken(call: Call, deviceCode: string): Promise<PollAnswer> {
  try {
    const body = { grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: DESKTOP_CLIENT };
    const answer = ProgramToken.safeParse(await call(signIn, { body }));
    if (!answer.success) throw new ExitError(EXIT.failed, sentences.noPortal);
    return { token: answer.data.access_token };
  } catch (problem) {
    if (!(problem instanceof CallProblem)) throw problem;
    switch (problem.error) {
      case 'authorization_pending':
        return { slowDown: false };
      case 'slow_down':
        return { slowDown: true };
      case 'access_denied':
        throw new ExitError(EXIT.refused, sentences.declined);
      case 'expired_token':
        throw new ExitError(EXIT.notSignedIn, sentences.codeExpired);
      default:
        // RFC 8628, 3.5: after a connection error, poll less often instead of giving up
        if (problem.status === undefined || problem.status >= 500) return { slowDown: true };
        throw new ExitError(EXIT.refused, sentences.codeUsed);
    }
  }
}

function startErrorOf(problem: unknown): unknown {
  if (!(problem instanceof CallProblem)) return problem;
  if (problem.status === undefined) return new ExitError(EXIT.failed, sentences.noAnswer);
  if (problem.status === 429) return new ExitError(EXIT.refused, sentences.tooOften);
  if (problem.status === 404) return new ExitError(EXIT.refused, sentences.switchedOff);
  return new ExitError(EXIT.failed, sentences.noPortal);
}
