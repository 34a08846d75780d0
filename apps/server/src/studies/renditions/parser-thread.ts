import { parentPort } from 'node:worker_threads';
import { failureOf, type InternalFailure, type ParseFailure } from '../../platform/parsers/parser-failure.ts';
import { append } from './append.ts';
import { openEntry } from './open-entry.ts';
import { type EncodedFrame, packDicomFrame, packImage } from './pack-frame.ts';
import { packLevel } from './pack-level.ts';
import { packPoster } from './pack-poster.ts';
import { packThumbnail } from './pack-thumbnail.ts';
import { resample } from './resample.ts';
import type { FrameResult, RenditionReply, RenditionTask } from './tasks.ts';

/** The thread of a parser process for renditions; `platform/parsers/parser-child.ts` starts it. */
parentPort?.on('message', async (task: RenditionTask) => {
  parentPort?.postMessage(await answer(task));
});

async function answer(task: RenditionTask): Promise<RenditionReply | ParseFailure | InternalFailure> {
  try {
    switch (task.task) {
      case 'open':
        return { facts: (await openEntry(task.entry)).facts };
      case 'frames':
        return { frames: await packFrames(task) };
      case 'level':
        return { pieces: await append(task.out, await packLevel(task)) };
      case 'poster':
        return { pieces: await append(task.out, [await packPoster(task)]) };
      case 'resample':
        return { frames: await resampleLayers(task) };
      case 'thumbnail':
        return { pieces: await append(task.out, [await packThumbnail(task)]) };
    }
  } catch (cause) {
    return failureOf(cause);
  }
}

async function packFrames(task: Extract<RenditionTask, { task: 'frames' }>): Promise<FrameResult[]> {
  const { bytes, facts } = await openEntry(task.entry);
  const frames: FrameResult[] = [];
  for (let frame = task.from; frame < task.from + task.count; frame += 1) {
    try {
      const encoded =
        facts.kind === 'dicom'
          ? await packDicomFrame(bytes, facts.dicom, frame, task.coarseOut !== null)
          : await packImage(bytes);
      frames.push(await write(encoded, task));
    } catch (cause) {
      const failure = failureOf(cause);
      // a disk error fails the task; it does not make the frame unreadable
      if ('internal' in failure) throw cause;
      frames.push(failure);
    }
  }
  return frames;
}

async function resampleLayers(task: Extract<RenditionTask, { task: 'resample' }>): Promise<FrameResult[]> {
  const frames: FrameResult[] = [];
  for (const sources of task.layers) frames.push(await write(await resample(sources, task), task));
  return frames;
}

async function write(
  { bytes, coarse, ...frame }: EncodedFrame,
  { out, coarseOut }: { out: string; coarseOut: string | null },
): Promise<FrameResult> {
  const [piece] = await append(out, [bytes]);
  const planes =
    coarse && coarseOut ? await append(coarseOut, [coarse.preview, coarse.half].map(bytesOf)) : [];
  const [preview, half] = planes;
  if (!piece) throw new Error('no frame was written');
  return { ...frame, piece, coarse: preview && half ? { preview, half } : null };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
