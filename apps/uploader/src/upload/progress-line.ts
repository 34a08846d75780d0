import type { UploadSnapshot } from '@snimok/api-client/upload/upload';
import { formatSpeed, formatTimeLeft } from '@snimok/api-client/format-speed';
import { formatBytes, formatNumber } from '@snimok/api-client/format-numbers';

/** The part of `process.stdout` that is used here. */
interface Screen {
  isTTY?: boolean;
  columns?: number;
  write: (text: string) => unknown;
}

const BAR_LENGTH = 20;
const PLAIN_EVERY = 0.1;

/**
 * In a terminal, one line is overwritten. In a file or a pipe, a new line is printed for every tenth of the
 * progress.
 */
export function progressLine(screen: Screen) {
  let tenth = -1;
  let length = 0;
  return {
    show(snapshot: UploadSnapshot) {
      const { share } = snapshot.progress;
      if (screen.isTTY) {
        const line = lineOf(snapshot, bar(share)).slice(0, (screen.columns ?? 80) - 1);
        screen.write(`\r${line.padEnd(length)}`);
        length = line.length;
      } else if (Math.floor(share / PLAIN_EVERY) > tenth) {
        tenth = Math.floor(share / PLAIN_EVERY);
        screen.write(`${lineOf(snapshot, '')}\n`);
      }
    },
    /** Moves below the line. */
    end() {
      if (length > 0) screen.write('\n');
      length = 0;
    },
  };
}

const bar = (share: number) => {
  const full = Math.floor(share * BAR_LENGTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_LENGTH - full)} `;
};

function lineOf({ progress, filesDone, filesTotal, filesRetrying }: UploadSnapshot, front: string): string {
  const { share, sentBytes, totalBytes, bytesPerSecond, secondsLeft } = progress;
  const columns = [
    `${Math.floor(share * 100)} %`,
    `${formatBytes(sentBytes)} из ${formatBytes(totalBytes)}`,
    `файлов ${formatNumber(filesDone)} из ${formatNumber(filesTotal)}`,
  ];
  if (bytesPerSecond) columns.push(formatSpeed(bytesPerSecond));
  if (secondsLeft !== null && share < 1) columns.push(formatTimeLeft(secondsLeft));
  if (filesRetrying > 0) columns.push(`ещё раз: ${formatNumber(filesRetrying)}`);
  return front + columns.join(' · ');
}
