import { createFrame } from './areas/frame/layout/frame.tsx';
import { ViewerLoading } from './areas/viewing/online-viewer/viewer-loading.tsx';
import { watchActivity } from './shared/session/activity.ts';
import { reloadOnNewVersion } from './shared/navigation/new-version.ts';
import { PROVIDER_RETURN } from './shared/navigation/path.ts';
import { registerServiceWorker } from './shared/push/service-worker.ts';
import {
  enterSession,
  findSession,
  isExternal,
  removeSecondFactorFlag,
  removeTemporaryPasswordFlag,
  saveSession,
  type Session,
  watchSession,
} from './shared/session/session.ts';
import { removePlainInput } from './shared/session/stored-input.ts';
import { type SignedInHandler, SignedOut } from './signed-out.tsx';

/**
 * The router, the queries and the areas are a separate chunk, because the sign-in page does not need them.
 */
const loadPortal = () => import('./portal.tsx');

const { show } = createFrame(document.getElementById('root')!);

const showPortal = async ({ role, userID }: Session) => {
  const { Portal, openUserStorage } = await loadPortal();
  openUserStorage(userID);
  show(<Portal role={role} />);
};

const enter = async (session: Session) => {
  enterSession(session);
  if (isExternal()) return showPortal(session);
  if (session.passwordIsTemporary) {
    const onChosen = async () => {
      removeTemporaryPasswordFlag();
      await enterAfterPassword(session);
    };
    const { FirstPasswordPage } = await import('./pages/signed-out/first-password-page.tsx');
    show(<FirstPasswordPage onChosen={onChosen} />);
  } else await enterAfterPassword(session);
};

const enterAfterPassword = async (session: Session) => {
  if (!session.needsSecondFactor) return showPortal(session);
  const { SecondFactorPage } = await import('./pages/signed-out/second-factor-page.tsx');
  const onFinished = () => void showPortal(session);
  show(<SecondFactorPage onConfirmed={removeSecondFactorFlag} onFinished={onFinished} />);
};

/** `/viewer#{ticket}` needs neither a session nor the portal, so only the viewer is loaded. */
const isViewer = /^\/viewer\/?$/.test(location.pathname);

const showViewer = async () => {
  show(<ViewerLoading />);
  const { showEarlyPicture } = await import('@snimok/viewer/early-picture');
  await showEarlyPicture(location.hash.slice(1));
  const { default: ViewerPage } = await import('./pages/viewer-page.tsx');
  show(<ViewerPage />);
};

/** A portal that is not set up answers nothing else. */
const isFirstStart = /^\/first-start\/?$/.test(location.pathname);

const showFirstStart = async () => {
  const { default: FirstStartPage } = await import('./pages/signed-out/first-start-page.tsx');
  show(<FirstStartPage />);
};

reloadOnNewVersion();
registerServiceWorker();
watchSession();
const session = findSession();
if (isFirstStart) void showFirstStart();
else if (isViewer) {
  // work in the viewer counts as activity, so that the portal's windows do not sign out
  watchActivity();
  void showViewer();
} else if (session && location.pathname !== PROVIDER_RETURN) void enter(session);
else {
  const onSignedIn: SignedInHandler = async (answer) => {
    const { leaveForeignArea: leadIn } = await loadPortal();
    leadIn(answer.user_role);
    await enter(saveSession(answer));
  };
  removePlainInput();
  show(<SignedOut onSignedIn={onSignedIn} onReady={loadPortal} />);
}
