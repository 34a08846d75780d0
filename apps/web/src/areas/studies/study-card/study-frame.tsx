import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { ReactNode } from 'react';
import { type StudyDates, studyDateTime, uploadedMoment } from '../../platform/lists/study-names.ts';
import classes from './study-card.module.css';
import type { Kind } from '../studies/labels.ts';

interface StudyFrameProps {
  id: string;
  study: StudyDates & { type: Kind; restored: boolean };
  /** as `studyDayAmong` names it */
  day: string;
  /** beside the day: the button that corrects it */
  dayEditor?: ReactNode;
  status: { label: string; color: string };
  /** null when there is none; then the facts take the full width */
  picture: ReactNode;
  facts: ReactNode;
  /** thumbnails of the series of a study that has several; they arrive later, so the buttons are above them and do not move */
  series?: ReactNode;
  /** rare actions, at the end of the heading */
  menu?: ReactNode;
  /** a row of buttons, the primary one first */
  actions?: ReactNode;
  /** below the facts: the upload, or a text about the state */
  children?: ReactNode;
}

/** The layout of a study card, for assistants and doctors. */
export function StudyFrame({
  id,
  study,
  day,
  dayEditor,
  status,
  picture,
  facts,
  series,
  menu,
  actions,
  children,
}: StudyFrameProps) {
  const { type, examinedAt, restored } = study;
  return (
    <article id={id} className={classes.card} aria-labelledby={`${id}-title`}>
      <header className={classes.header}>
        <div className={classes.name}>
          <Title order={2} id={`${id}-title`} className={classes.title}>
            {STUDY_TYPES[type].label}
          </Title>
          <span className={classes.day}>
            <time dateTime={studyDateTime(study)}>{day}</time>
            {dayEditor}
          </span>
          {examinedAt && (
            <Text size="sm" c="dimmed">
              {uploadedMoment(study)}
            </Text>
          )}
          {restored && <Text c="dimmed">(восстановлена)</Text>}
        </div>
        <div className={classes.end}>
          <Badge variant="light" color={status.color} size="lg" tt="none" fw={500}>
            {status.label}
          </Badge>
          {menu && <div className={classes.menu}>{menu}</div>}
        </div>
      </header>
      <div className={classes.body}>
        {picture}
        <Stack className={classes.side} gap="md">
          {facts}
          {children}
        </Stack>
      </div>
      {actions && (
        <Group className={classes.actions} gap="xs">
          {actions}
        </Group>
      )}
      {series}
    </article>
  );
}

export const StudyCardSkeleton = () => (
  <div className={classes.card} aria-busy>
    <div className={classes.header}>
      <div className={classes.name}>
        <Skeleton height={18} width={110} radius="sm" />
        <Skeleton height={14} width={80} radius="sm" />
      </div>
    </div>
    <div className={classes.body}>
      <Skeleton className={classes.picture} radius="md" />
      <Stack className={classes.side} gap="md">
        <Skeleton height={14} width="60%" radius="sm" />
        <Skeleton height={14} width="45%" radius="sm" />
        <Skeleton height={14} width="50%" radius="sm" />
      </Stack>
    </div>
  </div>
);
