import { VisuallyHidden } from '@mantine/core';
import { IconCornerUpRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatAgo, formatLongMoment } from '../../../../shared/dates/dates.ts';
import classes from './dialog-row.module.css';
import { previewOf } from './preview.ts';
import type { DialogEntry } from '../messages/queries.ts';

interface DialogRowProps {
  dialog: DialogEntry;
  open: boolean;
  now: number;
}

export function DialogRow({ dialog, open, now }: DialogRowProps) {
  const { dialogID, name, isAnswer, isRead, lastMessageCreatedAt, lastMessageText, answerer } = dialog;
  return (
    <li>
      <Link
        to={`?dialog=${dialogID}`}
        className={classes.row}
        aria-current={open || undefined}
        data-unread={!isRead || undefined}
      >
        <span className={classes.line}>
          <span className={classes.name} title={name}>
            {name}
          </span>
          {lastMessageCreatedAt && (
            <time
              className={classes.time}
              dateTime={lastMessageCreatedAt}
              title={formatLongMoment(lastMessageCreatedAt)}
            >
              {formatAgo(lastMessageCreatedAt, now)}
            </time>
          )}
        </span>
        <span className={classes.line}>
          <span className={classes.preview}>
            {isAnswer && (
              <IconCornerUpRight size={15} className={classes.answer} role="img" aria-label="Ответ:" />
            )}
            {lastMessageCreatedAt ? previewOf(lastMessageText) : 'Переписки ещё не было'}
          </span>
          {!isRead && (
            <span className={classes.unread}>
              <VisuallyHidden>Не прочитано</VisuallyHidden>
            </span>
          )}
        </span>
        {answerer && <span className={classes.answerer}>Отвечает {answerer.name}</span>}
      </Link>
    </li>
  );
}
