import type { DoctorSettings } from '@snimok/contract/settings';
import { Text } from '@mantine/core';
import type { z } from 'zod';
import { useCan } from '../../account/me.ts';
import { OpenActions } from '../actions/open-actions.tsx';
import { requestOwnRestore } from '../lifecycle/queries.ts';
import { RestoreButton } from '../lifecycle/restore-button.tsx';
import { type ListedStudy, useMarkOpened } from './queries.ts';
import classes from './worklist.module.css';

interface RowActionsProps {
  study: ListedStudy;
  settings: z.output<typeof DoctorSettings>;
}

/** The next step for a study: to open it, or to have it restored, which only the owner of the patient may. */
export function RowActions({ study, settings }: RowActionsProps) {
  const markOpened = useMarkOpened();
  const seesPictures = useCan('seePictures');
  const { studyID, patientID, status, shared, comingBack } = study;
  return (
    <div className={classes.actions}>
      {status === 'available' && (
        <OpenActions study={study} settings={settings} size="xs" onOpened={() => markOpened(studyID)} />
      )}
      {status === 'need-restore' && !shared && seesPictures && (
        <RestoreButton size="xs" requestRestore={() => requestOwnRestore(patientID, studyID)} />
      )}
      {comingBack && (
        <Text span size="sm" c="dimmed">
          Восстанавливается
        </Text>
      )}
    </div>
  );
}
