import { parentPort } from 'node:worker_threads';
import { type Failed, failureOf, type OwnFailure } from '../processing/failure.ts';
import { append } from './appended.ts';
import { openEntry } from './open-entry.ts';
import { type PackedFrame, packDicomFrame, packImage } from './pack-frame.ts';
import { packLevel } from './pack-level.ts';
import { packThumbnail } from './pack-thumbnail.ts';
import type { Frame, RenditionReply, RenditionTask } from './tasks.ts';

/** What a child process of the worker does with strangers' pictures; `processing/child.ts` runs it. */
parentPort?.on('message', async (task: RenditionTask) => {
  parentPort?.postMessage(await answer(task));
});

async function answer(task: RenditionTask): Promise<RenditionReply | Failed | OwnFailure> {
  try {
    switch (task.task) {
      case 'open':
        return { opened: (await openEntry(task.entry)).opened };
      case 'frames':
        return { frames: await packFrames(task) };
      case 'level':
        return { pieces: await append(task.out, await packLevel(task)) };
      case 'thumbnail':
        return { pieces: await append(task.out, [await packThumbnail(task)]) };
    }
  } catch (cause) {
    return failureOf(cause);
  }
}

async function packFrames(task: Extract<RenditionTask, { task: 'frames' }>): Promise<Frame[]> {
  const { bytes, opened } = await openEntry(task.entry);
  const frames: Frame[] = [];
  for (let frame = task.from; frame < task.from + task.count; frame += 1) {
    try {
      const packed =
        opened.kind === 'dicom'
          ? await packDicomFrame(bytes, opened.dicom, frame, task.coarseOut !== null)
          : await packImage(bytes);
      frames.push(await keep(packed, task));
    } catch (cause) {
      const failure = failureOf(cause);
      // a slice that could not be written is not one that cannot be read
      if ('ours' in failure) throw cause;
      frames.push(failure);
    }
  }
  return frames;
}

async function keep(
  { bytes, coarse, ...facts }: PackedFrame,
  { out, coarseOut }: { out: string; coarseOut: string | null },
): Promise<Frame> {
  const [packed] = await append(out, [bytes]);
  const planes =
    coarse && coarseOut ? await append(coarseOut, [coarse.preview, coarse.half].map(wordsOf)) : [];
  const [preview, half] = planes;
  if (!packed) throw new Error('nothing was written');
  return { ...facts, packed, coarse: preview && half ? { preview, half } : null };
}

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint16Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
