import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { StudyType } from '@snimok/contract/studies/study-types';
import { IconPencil } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { editorPath } from './paths.ts';
import { useStartReport } from './queries.ts';
import { StartDialog } from './start-dialog.tsx';

interface WriteButtonProps {
  studyID: number;
  studyType: StudyType;
  hasDraft: boolean;
  /** the study has a signed report */
  hasReport: boolean;
  size?: string;
  variant?: string;
  /** for screen readers, where several studies are listed */
  of?: string;
  /** the verb alone, in a list of reports */
  brief?: boolean;
}

/** Begins a report, continues the draft, or begins the correction of a signed report. */
export function WriteButton(props: WriteButtonProps) {
  const { studyID, studyType, hasDraft, hasReport, size = 'xs', variant = 'default', of, brief } = props;
  const [opened, { open, close }] = useDisclosure();
  const start = useStartReport(studyID);
  const runSingle = useSingleFlight();
  const navigate = useNavigate();
  const verb = hasDraft ? 'Продолжить' : hasReport ? 'Исправить' : 'Написать';
  const label = `${verb} заключение`;
  const shared = {
    size,
    variant,
    leftSection: <IconPencil size={16} stroke={1.6} />,
    ...(of !== undefined && { 'aria-label': `${label}: ${of}` }),
  };
  if (hasDraft)
    return (
      <Button component={Link} to={editorPath(studyID)} {...shared}>
        {brief ? verb : label}
      </Button>
    );
  const correct = async () => {
    await start.mutateAsync(null);
    await navigate(editorPath(studyID));
  };
  return (
    <>
      <Button {...shared} loading={start.isPending} onClick={() => (hasReport ? runSingle(correct) : open())}>
        {brief ? verb : label}
      </Button>
      <FailureAlert reason={start.error} />
      <StartDialog studyID={studyID} studyType={studyType} opened={opened} onClose={close} />
    </>
  );
}
