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
import { timeOf } from './days.ts';
import classes from './history-list.module.css';
import type { Event } from './queries.ts';
import { describeAction, describeActor, type ActionKind } from './labels.ts';

const PICTURES: Record<ActionKind, typeof IconEye> = {
  see: IconEye,
  take: IconDownload,
  write: IconPencil,
  share: IconShare,
  store: IconArchive,
  delete: IconTrash,
  enter: IconKey,
  other: IconDots,
};

interface HistoryEntryProps {
  event: Event;
  nameStudy: (studyID: number) => string;
}

/** When, what, of which study, who, from where. */
export function HistoryEntry({ event, nameStudy }: HistoryEntryProps) {
  const { at, action, studyID, address } = event;
  const { kind, sentence } = describeAction(action);
  const Picture = PICTURES[kind];
  return (
    <li className={classes.entry}>
      <span className={classes.picture} data-kind={kind}>
        <Picture size={16} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.words}>
        <div className={classes.what}>
          <span>{sentence}</span>
          <time dateTime={at} className={classes.time}>
            {timeOf(at)}
          </time>
        </div>
        {studyID !== null && <div>{nameStudy(studyID)}</div>}
        <div className={classes.who}>
          {describeActor(event)}
          {address && <span className={classes.address}>{address}</span>}
        </div>
      </div>
    </li>
  );
}
