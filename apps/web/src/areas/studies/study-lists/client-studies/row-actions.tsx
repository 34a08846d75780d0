import type { DoctorSettings } from '@snimok/contract/people/web-app-settings';
import { ownPhaseOf, type StudyPhase } from '@snimok/contract/studies/study-state';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useCan } from '../../../platform/access/me.ts';
import { OpenActions } from '../../study-actions/open-actions.tsx';
import { requestOwnRestore } from '../../lifecycle/queries.ts';
import { RestoreButton } from '../../lifecycle/restore-button.tsx';
import { type ListedStudy, useMarkOpened } from './queries.ts';
import classes from './client-studies.module.css';

interface RowActionsProps {
  study: ListedStudy;
  settings: z.output<typeof DoctorSettings>;
}

/** The next step for a study: to open it, or to have it restored, which only the owner of the patient may. */
export function RowActions({ study, settings }: RowActionsProps) {
  const markOpened = useMarkOpened();
  const seesPictures = useCan('seePictures');
  const { studyID, patientID, shared } = study;
  const actions: Record<StudyPhase, ReactNode> = {
    preparing: null,
    restoring: (
      <Text span size="sm" c="dimmed">
        Восстанавливается
      </Text>
    ),
    available: (
      <OpenActions study={study} settings={settings} size="xs" onOpened={() => markOpened(studyID)} />
    ),
    archived: !shared && seesPictures && (
      <RestoreButton size="xs" requestRestore={() => requestOwnRestore(patientID, studyID)} />
    ),
  };
  return <div className={classes.actions}>{actions[ownPhaseOf(study)]}</div>;
}
