import { hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { accountOf } from '../../../platform/access/actor.ts';
import type { Caller } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { conflict, invalid, Problem } from '../../../platform/errors/errors.ts';
import { removeJob } from '../../../platform/jobs/job-tables.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { AntivirusUnavailable } from '../../../platform/outside/antivirus/antivirus.ts';
import { clamd } from '../../../platform/outside/antivirus/clamd.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { withScratch } from '../../../platform/working-files/scratch.ts';
import { enqueueRemoval, removeUnusedKeys } from '../../../studies/objects/jobs.ts';
import { openParserPool, ParsingFailed } from '../../../platform/parsers/parser-pool.ts';
import { takeOutput } from '../../../platform/parsers/take-output.ts';
import { countFile } from '../../../studies/uploads/sending/usage.ts';
import { workingFolder } from '../../../reception/dicom-receiving/working-folder.ts';
import { discardAttachment } from './discard.ts';
import { type AttachmentRow, findByUUID, insertAttachment } from './queries.ts';
import { sentences } from './sentences.ts';
import { kindOf } from './sniff.ts';
import { stageBody } from './stage.ts';
import { type AttachmentReply, type AttachmentTask, PICTURE, THUMBNAIL } from './pdf/tasks.ts';

/** For the file and the pictures that are made from it. */
const SCRATCH_BYTES = 64 * 1024 ** 2;
/** A JPEG of 4,096 pixels has a few megabytes, but a malicious file may make its parser process write more. */
const MAX_WRITTEN_BYTES = 40 * 1024 ** 2;
const UNSENT_MAX_AGE_MS = DAY_MS;

interface Reception {
  caller: Caller;
  dialogID: number;
  attachmentUUID: string;
  filename: string;
  body: AsyncIterable<Buffer>;
  signal: AbortSignal;
}

interface Checked {
  kind: 'image' | 'pdf';
  width: number | null;
  height: number | null;
  /** paths of the files to store */
  file: string;
  thumbnail: string | null;
}

/** What all requests of a process share: the parser processes, and the folder for what is being received. */
export const openAttachmentReceiver = (context: Context) => {
  const parsers = openParserPool<AttachmentTask, AttachmentReply>({
    sandbox: context.sandbox,
    threadFile: join(import.meta.dirname, 'parser-thread.ts'),
    accessOf: ({ path, out }) => ({ read: [dirname(path)], write: [out], files: [path] }),
  });
  const folder = workingFolder(context, 'chat');
  const cleaned = folder
    .clean()
    .catch((cause) =>
      context.log.warn({ err: cause }, 'could not delete the unfinished attachments of the last run'),
    );

  const parse = async (task: AttachmentTask, accountID: number, signal: AbortSignal) => {
    const startedAt = performance.now();
    try {
      return await parsers.run(task, signal);
    } catch (cause) {
      if (!(cause instanceof ParsingFailed)) throw cause;
      context.log.info({ reason: cause.message }, 'an attachment was refused because it could not be read');
      throw invalid(task.kind === 'pdf' ? sentences.brokenPDF : sentences.brokenPicture);
    } finally {
      const parserMs = Math.round(performance.now() - startedAt);
      await countFile(context, context.db, accountID, { parserMs });
    }
  };

  const check = async (work: string, { caller, body, signal }: Reception): Promise<Checked> => {
    const path = join(work, 'received');
    const out = join(work, 'out');
    const { sizeBytes, head } = await stageBody(path, body);
    if (sizeBytes === 0) throw invalid(sentences.empty);
    const kind = kindOf(head);
    const accountID = accountOf(caller.who);
    await context.db.transaction().execute((tx) => countFile(context, tx, accountID, { sizeBytes }));
    await scan(context, path, signal);
    await mkdir(out, { mode: 0o700 });
    const reply = await parse({ path, kind, out }, accountID, signal);
    if ('refused' in reply) throw invalid(sentences[reply.refused]);
    if (!('picture' in reply)) return { kind, width: null, height: null, file: path, thumbnail: null };
    const { width, height } = reply.picture;
    const file = await takeOutput(join(out, PICTURE), work);
    return { kind, width, height, file, thumbnail: await takeOutput(join(out, THUMBNAIL), work) };
  };

  return {
    /**
     * Stores a file that a message will refer to.
     * @throws Problem if it is refused, or a limit is exceeded
     */
    async receive(reception: Reception): Promise<{ attachment: AttachmentRow; isNew: boolean }> {
      await cleaned;
      const earlier = await findByUUID(context.db, reception.attachmentUUID);
      if (earlier) return { attachment: assertSame(earlier, reception), isNew: false };
      return withScratch(context, SCRATCH_BYTES, async () => {
        const work = join(folder.path, randomUUID());
        await mkdir(work, { recursive: true, mode: 0o700 });
        try {
          return await store(context, reception, await check(work, reception));
        } finally {
          await rm(work, { recursive: true, force: true });
        }
      });
    },
    async close(): Promise<void> {
      parsers.close();
      await rm(folder.path, { recursive: true, force: true });
    },
  };
};

const assertSame = (row: AttachmentRow, { caller, dialogID, filename }: Reception): AttachmentRow => {
  const isSame =
    row.authorID === accountOf(caller.who) && row.doctorID === dialogID && row.filename === filename;
  if (!isSame) throw conflict(sentences.uuidUsed);
  return row;
};

const scan = async ({ config }: Context, path: string, signal: AbortSignal): Promise<void> => {
  if (!config.clamdURL) return;
  try {
    const virus = await clamd(config.clamdURL).scan(createReadStream(path), signal);
    if (virus !== null) throw invalid(sentences.infected(virus));
  } catch (cause) {
    throw cause instanceof AntivirusUnavailable ? new Problem(503, sentences.scannerUnavailable) : cause;
  }
};

/**
 * Each request stores the file under new keys, so that concurrent repeated requests do not overwrite each other. A job
 * removes the keys if this process ends before the row refers to them.
 */
const store = async (
  context: Context,
  reception: Reception,
  { kind, width, height, file, thumbnail }: Checked,
): Promise<{ attachment: AttachmentRow; isNew: boolean }> => {
  const { db, storage, clock } = context;
  const { caller, dialogID, attachmentUUID, filename } = reception;
  const prefix = `chat/${attachmentUUID}.${randomUUID()}`;
  const key = `${prefix}/${kind === 'pdf' ? 'document.pdf' : PICTURE}`;
  const thumbnailKey = thumbnail === null ? null : `${prefix}/${THUMBNAIL}`;
  const warm = [key, ...(thumbnailKey === null ? [] : [thumbnailKey])];
  for (const path of [file, thumbnail ?? file])
    if ((await stat(path)).size > MAX_WRITTEN_BYTES) throw invalid(sentences.brokenPicture);
  const bytes = await readFile(file);
  const draftKey = `chat-draft:${prefix}`;
  const discardAt = after(clock.now(), UNSENT_MAX_AGE_MS);
  await enqueue(db, removeUnusedKeys, { warm }, { key: draftKey, runAt: discardAt });
  await storage.writeFrom(key, file);
  if (thumbnail !== null && thumbnailKey !== null) await storage.writeFrom(thumbnailKey, thumbnail);
  const row = {
    uuid: attachmentUUID,
    doctorID: dialogID,
    authorID: accountOf(caller.who),
    kind,
    filename,
    sizeBytes: bytes.length,
    width,
    height,
    key,
    thumbnailKey,
  };
  return db.transaction().execute(async (tx) => {
    await removeJob(tx, draftKey);
    const sha256 = hash('sha256', bytes, 'buffer');
    if (await insertAttachment(tx, { ...row, sha256, createdAt: clock.now() })) {
      await enqueue(
        tx,
        discardAttachment,
        { attachmentUUID },
        { key: `discard-attachment:${attachmentUUID}`, runAt: discardAt },
      );
      return { attachment: { ...row, messageID: null }, isNew: true };
    }
    await enqueueRemoval(tx, { warm });
    const earlier = await findByUUID(tx, attachmentUUID);
    if (!earlier) throw conflict(sentences.attachmentGone);
    return { attachment: assertSame(earlier, reception), isNew: false };
  });
};
