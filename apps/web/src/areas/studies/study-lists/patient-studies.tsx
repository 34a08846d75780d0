import { Button, Stack } from '@mantine/core';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { phaseOf } from '@snimok/contract/studies/study-state';
import { IconPhotoScan } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Empty } from '../../../shared/ui/empty.tsx';
import { ListShade } from '../../../shared/lists/list-shade.tsx';
import type { MoreEntry } from '../../../shared/dialogs/more-menu.tsx';
import { Paging, usePageOffset } from '../../../shared/lists/paging.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { studyDayAmong } from '../../platform/lists/study-names.ts';
import { type AssistantStudy, patientStudiesQuery } from '../studies/queries.ts';
import { AssistantStudyCard } from '../study-card/study-card.tsx';
import { StudyCardSkeleton } from '../study-card/study-frame.tsx';
import { Loading } from '../../../shared/ui/loading.tsx';

interface PatientStudiesProps {
  patientID: number;
  /** URL of the form for a new study of this patient */
  createAt: string;
  /** rare actions with a study besides its deletion */
  menuEntriesOf: (study: AssistantStudy) => MoreEntry[];
}

/** The studies of one patient, newest first. */
export function PatientStudies({ patientID, createAt, menuEntriesOf }: PatientStudiesProps) {
  const { list, waiting } = useList(patientStudiesQuery(patientID, usePageOffset()));
  if (!list)
    return (
      <Loading>
        <StudyCardSkeleton />
      </Loading>
    );
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
  const isComparable = list.studies.filter((study) => phaseOf(study) === 'available').length > 1;
  const dayOf = studyDayAmong(list.studies);
  return (
    <ListShade waiting={waiting}>
      <Stack gap="lg">
        {list.studies.map((study) => (
          <AssistantStudyCard
            key={study.studyID}
            study={study}
            day={dayOf(study)}
            comparable={isComparable}
            menuEntries={menuEntriesOf(study)}
          />
        ))}
      </Stack>
      {list.totalCount > PAGE_SIZE && (
        <Paging currentOffset={list.currentOffset} totalCount={list.totalCount} />
      )}
    </ListShade>
  );
}
