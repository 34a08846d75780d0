import type { Study } from './study.ts';

/** The request for the study that the script of `index.html` sends for a link before any other code has been loaded. */
interface EarlyStudy {
  ticket: string;
  reply: Promise<Response>;
}

/** The study of the ticket, which can still be taken; undefined if it was taken, not requested early, or the request failed. */
export async function peekEarlyStudy(ticket: string): Promise<Study | undefined> {
  const early = (globalThis as { earlyStudy?: EarlyStudy | undefined }).earlyStudy;
  if (early?.ticket !== ticket) return undefined;
  try {
    const reply = await early.reply;
    return reply.ok && !reply.bodyUsed ? ((await reply.clone().json()) as Study) : undefined;
  } catch {
    return undefined;
  }
}

/** The study of the ticket, once; undefined if it was not requested early or the request failed. */
export async function takeEarlyStudy(ticket: string): Promise<Study | undefined> {
  const page = globalThis as { earlyStudy?: EarlyStudy | undefined };
  const early = page.earlyStudy;
  if (early?.ticket !== ticket) return undefined;
  page.earlyStudy = undefined;
  try {
    const reply = await early.reply;
    if (reply.ok) return (await reply.json()) as Study;
    // a body that nobody reads keeps its connection open
    await reply.body?.cancel();
    return undefined;
  } catch {
    return undefined;
  }
}
