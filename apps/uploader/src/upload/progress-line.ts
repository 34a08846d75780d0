import type { UploadSnapshot } from '@snimok/api-client/upload';
import { formatSpeed, formatTimeLeft } from '@snimok/api-client/format-speed';
import { formatBytes, formatNumber } from '@snimok/api-client/format-numbers';

/** As much of a terminal as is needed. */
interface Screen {
  isTTY?: boolean;
  columns?: number;
  write: (text: string) => unknown;
}

const BAR = 20;
const PLAIN_EVERY = 0.1;

/** One line that is written over in a terminal; elsewhere, in a file say, a line of its own at every tenth. */
export function progressLine(screen: Screen) {
  let tenth = -1;
  let length = 0;
  return {
    show(view: UploadSnapshot) {
      const { share } = view.progress;
      if (screen.isTTY) {
        const line = lineOf(view, bar(share)).slice(0, (screen.columns ?? 80) - 1);
        screen.write(`\r${line.padEnd(length)}`);
        length = line.length;
      } else if (Math.floor(share / PLAIN_EVERY) > tenth) {
        tenth = Math.floor(share / PLAIN_EVERY);
        screen.write(`${lineOf(view, '')}\n`);
      }
    },
    /** Leaves the line as it is and goes on below it. */
    end() {
      if (length > 0) screen.write('\n');
      length = 0;
    },
  };
}

const bar = (share: number) => {
  const full = Math.floor(share * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} `;
};

function lineOf({ progress, filesDone, filesTotal, filesRetrying: filesRetrying }: UploadSnapshot, front: string): string {
  const { share, sentBytes, totalBytes, bytesPerSecond, secondsLeft } = progress;
  const parts = [
    `${Math.floor(share * 100)} %`,
    `${formatBytes(sentBytes)} из ${formatBytes(totalBytes)}`,
    `файлов ${formatNumber(filesDone)} из ${formatNumber(filesTotal)}`,
  ];
  if (bytesPerSecond) parts.push(formatSpeed(bytesPerSecond));
  if (secondsLeft !== null && share < 1) parts.push(formatTimeLeft(secondsLeft));
  if (filesRetrying > 0) parts.push(`ещё раз: ${formatNumber(filesRetrying)}`);
  return front + parts.join(' · ');
}
