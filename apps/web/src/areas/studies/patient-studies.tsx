import { Button, Stack } from '@mantine/core';
import { PAGE_SIZE } from '@snimok/contract/fields';
import { IconPhotoScan } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Empty } from '../../shared/ui/empty.tsx';
import { ListShade } from '../../shared/ui/list-shade.tsx';
import { Paging, usePageOffset } from '../../shared/ui/paging.tsx';
import { useList } from '../../shared/use-list.ts';
import { patientStudiesQuery } from './queries.ts';
import { AssistantStudyCard } from './study-card.tsx';
import { StudyCardSkeleton } from './study-frame.tsx';

interface PatientStudiesProps {
  patientID: number;
  /** URL of the form for a new study of this patient */
  createAt: string;
}

/** The studies of one patient, newest first. */
export function PatientStudies({ patientID, createAt }: PatientStudiesProps) {
  const { list, waiting } = useList(patientStudiesQuery(patientID, usePageOffset()));
  if (!list) return <StudyCardSkeleton />;
  if (list.totalCount === 0) {
    return (
      <Empty
        icon={IconPhotoScan}
        title="Исследований пока нет"
        action={
          <Button component={Link} to={createAt} mt="xs">
            Создать исследование
          </Button>
        }
      >
        Создайте исследование, и здесь же загрузите его файлы.
      </Empty>
    );
  }
  return (
    <ListShade waiting={waiting}>
      <Stack gap="lg">
        {list.studies.map((study) => (
          <AssistantStudyCard key={study.studyID} study={study} />
        ))}
      </Stack>
      {list.totalCount > PAGE_SIZE && (
        <Paging currentOffset={list.currentOffset} totalCount={list.totalCount} />
      )}
    </ListShade>
  );
}
