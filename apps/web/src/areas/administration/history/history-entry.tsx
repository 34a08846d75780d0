import {
  IconArchive,
  IconDots,
  IconDownload,
  IconEye,
  IconKey,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { counted } from '@snimok/api-client/format-numbers';
import { timeOf, timeRange } from './days.ts';
import classes from './history-list.module.css';
import type { Event } from './queries.ts';
import {
  describeAction,
  describeActor,
  describeReach,
  type ActionKind,
} from '@snimok/contract/administration/history-labels';

const ICONS: Record<ActionKind, typeof IconEye> = {
  view: IconEye,
  download: IconDownload,
  change: IconPencil,
  share: IconShare,
  storage: IconArchive,
  delete: IconTrash,
  access: IconKey,
  other: IconDots,
};

interface HistoryEntryProps {
  event: Event;
  nameStudy: (studyID: number) => string;
}

export function HistoryEntry({ event, nameStudy }: HistoryEntryProps) {
  const { at, action, studyID, address } = event;
  const { kind, sentence } = describeAction(action);
  const ActionIcon = ICONS[kind];
  return (
    <li className={classes.entry}>
      <span className={classes.icon} data-kind={kind}>
        <ActionIcon size={16} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.text}>
        <div className={classes.what}>
          <span>{sentence}</span>
          <time dateTime={at} className={classes.time}>
            {timeOf(at)}
          </time>
        </div>
        {event.repeats && <Repeats repeats={event.repeats} at={at} />}
        {studyID !== null && <div>{nameStudy(studyID)}</div>}
        {describeReach(event).map((line) => (
          <div key={line}>{line}</div>
        ))}
        <div className={classes.who}>
          {describeActor(event)}
          {address && <span className={classes.address}>{address}</span>}
        </div>
      </div>
    </li>
  );
}

interface RepeatsProps {
  repeats: NonNullable<Event['repeats']>;
  /** the newest */
  at: string;
}

/** «10 раз, 09:00–10:00»; opened, it lists the time of each view. */
const Repeats = ({ repeats: { count, firstAt, times }, at }: RepeatsProps) => (
  <details className={classes.repeats}>
    <summary>
      {counted(count, 'раз', 'раза', 'раз')}, {timeRange(firstAt, at)}
    </summary>
    <div className={classes.times}>
      {times.map(timeOf).join(', ')}
      {times.length < count && ` и раньше ещё ${counted(count - times.length, 'раз', 'раза', 'раз')}`}
    </div>
  </details>
);
