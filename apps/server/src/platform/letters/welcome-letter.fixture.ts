import { smtpMail } from '../outside/mail/smtp-mail.ts';
import { startMailServer } from '../../testing/outside/mail-server.ts';
import { startServer } from '../../testing/portal/server.ts';
import { listJobs as listQueuedJobs } from '../../testing/portal/queued-jobs.ts';
import { deliverLetter } from './send.ts';

export const FROM = 'Снимок <no-reply@portal.test>';

/** A mail server, and a portal with a new doctor whose welcome letter is not sent yet. */
export const startWithWelcomeLetter = async () => {
  const server = await startServer();
  const { as, make, context, clock } = server;
  const relay = await startMailServer();
  context.mail = smtpMail(relay.url, FROM);
  const assistant = await as(await make.assistant());
  const made = await assistant.post('/assistant/doctors', { name: 'Анна', email: 'anna@clinic.test' });
  const { doctorID } = made.body as { doctorID: number };
  const findLetter = () =>
    context.db.selectFrom('letters').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  const { id: letterID } = await findLetter();
  const deliver = () => deliverLetter(context, { letterID });
  const shownState = async () => {
    const { body } = await assistant.get(`/assistant/doctors/${doctorID}`);
    return (body as { letter: { status: string; error: string | null; nextTryAt: string | null } }).letter;
  };
  const listJobs = async () => {
    const jobs = await listQueuedJobs(context.db, { key: `send-letter:${letterID}` });
    return jobs.map(({ runAt }) => ({ runAt }));
  };
  return {
    ...server,
    relay,
    assistant,
    doctorID,
    letterID,
    findLetter,
    deliver,
    shownState,
    listJobs,
    clock,
  };
};
