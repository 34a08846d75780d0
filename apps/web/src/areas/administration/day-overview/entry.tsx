import { Anchor, Badge, Button, Text, Title } from '@mantine/core';
import { formatNumber } from '@snimok/api-client/format-numbers';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { Icon } from '@tabler/icons-react';
import { Children, type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { PatientName } from '../../people/patients/patient-name.tsx';
import type { Kind } from '../../studies/studies/labels.ts';
import { studyPath } from '../../studies/studies/study-path.ts';
import classes from './overview.module.css';

export interface StudyFacts {
  studyID: number;
  patientID: number;
  doctorID: number;
  patientName: string;
  doctorName: string;
  type: Kind;
}

/** Name and type of a study, with a link to its card. */
export const StudyLink = ({ study }: { study: StudyFacts }) => (
  <span className={classes.who}>
    <Anchor component={Link} to={studyPath(study)} className={classes.name}>
      <PatientName name={study.patientName} />
    </Anchor>
    <Text span size="sm" c="dimmed">
      {STUDY_TYPES[study.type].label}
    </Text>
  </span>
);

interface GroupProps {
  title: string;
  count: number;
  color?: string;
  /** how many of them are listed */
  shown: number;
  /** the sentence of an empty group */
  empty: ReactNode;
  attention?: boolean;
  children: ReactNode;
}

/**
 * A longer list would push the others out of view, so its end is hidden; fewer than `HIDDEN_AT_LEAST` entries are not
 * worth hiding.
 */
const SHORT = 15;
const HIDDEN_AT_LEAST = 5;

/** A titled list with the number of its entries; a long one is opened by a button. */
export function Group({ title, count, color = 'gray', shown, empty, attention, children }: GroupProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const entries = Children.toArray(children);
  const isLong = entries.length >= SHORT + HIDDEN_AT_LEAST;
  return (
    <section
      className={attention ? `${classes.group} ${classes.attention}` : classes.group}
      aria-labelledby={id}
    >
      <div className={classes.heading}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Badge variant="light" color={count > 0 ? color : 'gray'} fw={600} px={8}>
          {formatNumber(count)}
        </Badge>
      </div>
      {count === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ul className={classes.entries}>{isLong && !isOpen ? entries.slice(0, SHORT) : entries}</ul>
      )}
      {isLong && (
        <Button
          variant="subtle"
          size="xs"
          mt="xs"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Свернуть' : `Показать ещё ${formatNumber(entries.length - SHORT)}`}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Свернуть' : `Показать ещё ${formatNumber(entries.length - SHORT)}`}
        </Button>
      )}
      {count > shown && (
        <Text size="sm" c="dimmed" mt="xs">
          Показаны {formatNumber(shown)} из {formatNumber(count)}
        </Text>
      )}
    </section>
  );
}

interface WarningProps {
  icon: Icon;
  urgent?: boolean;
  who: ReactNode;
  actions: ReactNode;
  /** what is wrong */
  children: ReactNode;
}

/** An entry that needs attention: whose, why, and what to do. */
export const Warning = ({ icon: WarningIcon, urgent, who, actions, children }: WarningProps) => (
  <li className={classes.entry}>
    <WarningIcon
      size={20}
      stroke={1.6}
      aria-hidden
      className={classes.icon}
      data-urgent={urgent || undefined}
    />
    <div className={classes.text}>
      {who}
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
    <div className={classes.actions}>{actions}</div>
  </li>
);

interface StudyActionProps {
  study: StudyFacts;
  label: string;
}

/** A button that leads to the study's card. */
export const StudyAction = ({ study, label }: StudyActionProps) => (
  <Button component={Link} to={studyPath(study)} size="xs" aria-label={`${label}: ${study.patientName}`}>
    {label}
  </Button>
);
