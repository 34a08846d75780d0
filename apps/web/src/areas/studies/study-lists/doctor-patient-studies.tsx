import { Stack } from '@mantine/core';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { ownPhaseOf } from '@snimok/contract/studies/study-state';
import { IconPhotoScan } from '@tabler/icons-react';
import { Empty } from '../../../shared/ui/empty.tsx';
import { ListShade } from '../../../shared/lists/list-shade.tsx';
import { Paging, usePageOffset } from '../../../shared/lists/paging.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { ownPatientStudiesQuery } from '../../people/patients/doctor-queries.ts';
import { studyDayAmong } from '../../platform/lists/study-names.ts';
import { restorePollInterval } from '../studies/restoring.tsx';
import { DoctorStudyCard } from '../study-card/study-card.tsx';
import { Loading } from '../../../shared/ui/loading.tsx';

interface DoctorPatientStudiesProps {
  patientID: number;
  shared: boolean;
}

export function DoctorPatientStudies({ patientID, shared }: DoctorPatientStudiesProps) {
  const { list, waiting } = useList({
    ...ownPatientStudiesQuery(patientID, usePageOffset()),
    refetchInterval: ({ state }) => restorePollInterval(state.data),
  });
  if (!list) return <Loading height={220} />;
  if (list.totalCount === 0) {
    return (
      <Empty icon={IconPhotoScan} title="Исследований пока нет">
        Как только центр выполнит исследование, оно появится здесь.
      </Empty>
    );
  }
  const isComparable = list.studies.filter((study) => ownPhaseOf(study) === 'available').length > 1;
  const dayOf = studyDayAmong(list.studies);
  return (
    <ListShade waiting={waiting}>
      <Stack gap="md">
        {list.studies.map((study) => (
          <DoctorStudyCard
            key={study.studyID}
            study={study}
            day={dayOf(study)}
            shared={shared}
            comparable={isComparable}
          />
        ))}
      </Stack>
      {list.totalCount > PAGE_SIZE && <Paging {...list} />}
    </ListShade>
  );
}
