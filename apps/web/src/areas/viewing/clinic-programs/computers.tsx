import { Anchor, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { GrantedProgram } from '@snimok/contract/people/program-access';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { z } from 'zod';
import { formatAgo } from '../../../shared/dates/dates.ts';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { ForAdministrator } from '../../../shared/ui/for-administrator.tsx';
import { CodeField, CodeSubmit, useCodeEntry } from '../../people/program-access/code-entry.tsx';
import { versionInWords } from '../../people/program-access/labels.ts';
import classes from '../../people/program-access/install-program.module.css';
import {
  labelledFiles,
  programURL,
  type UploadProgram,
  uploadProgramQuery,
} from '../../people/program-access/upload-program.ts';
import { clinicProgramsQuery, useRevokeClinicProgram } from './queries.ts';

type Computer = z.output<typeof GrantedProgram>;

/** The computers of the clinic that fetch studies and send them to its programs, and how to connect one. */
export function Computers() {
  const { data } = useSuspenseQuery(clinicProgramsQuery);
  const [revoked, setRevoked] = useState<Computer>();
  return (
    <section aria-labelledby="computers">
      <Title order={2} size="h3" id="computers" mb="sm">
        Компьютер, который отправляет
      </Title>
      <Stack gap="xs" mb="md">
        {data.grants.map((computer) => (
          <Paper key={computer.grantID} withBorder radius="md" p="md">
            <Group justify="space-between" gap="sm">
              <div>
                <Text fw={600}>{`Версия ${versionInWords(computer.appVersion)}`}</Text>
                <Text size="sm" c="dimmed">
                  {computer.lastUsedAt ? `Обращался ${formatAgo(computer.lastUsedAt)}` : 'Ещё не обращался'}
                  {`. Кто разрешил: ${computer.assistantName}`}
                </Text>
              </div>
              <Button
                variant="subtle"
                color="red"
                size="xs"
                aria-label={`Отозвать: ${versionInWords(computer.appVersion)}`}
                onClick={() => setRevoked(computer)}
              >
                Отозвать
              </Button>
            </Group>
          </Paper>
        ))}
      </Stack>
      <Connect />
      <ConfirmDialog
        title="Отозвать доступ"
        of={revoked}
        mutation={useRevokeClinicProgram()}
        submitLabel="Отозвать"
        onClose={() => setRevoked(undefined)}
      >
        {() => (
          <Text>Этот компьютер сразу потеряет доступ к исследованиям, а начатая отправка прервётся.</Text>
        )}
      </ConfirmDialog>
    </section>
  );
}

const clinicGrantPath = (userCode: string) => `/doctor-area/programs/${encodeURIComponent(userCode)}`;

function Connect() {
  const entry = useCodeEntry(clinicGrantPath);
  return (
    <Paper withBorder radius="md" p="lg">
      <Text mb="md" maw={720}>
        В клинике можно один раз настроить компьютер, который сам забирает готовые исследования и передаёт их
        в программы из списка выше. Настраивает его администратор. Когда на экране того компьютера появится
        код, введите его здесь.
      </Text>
      <form onSubmit={entry.onSubmit}>
        <Group align="flex-end" gap="sm">
          <CodeField entry={entry} />
          <CodeSubmit entry={entry} />
        </Group>
      </form>
      <ForAdministrator>
        <Installation />
      </ForAdministrator>
    </Paper>
  );
}

function Installation() {
  const { data: program } = useQuery(uploadProgramQuery);
  const files = program ? labelledFiles(program) : [];
  return (
    <>
      <Text mb="sm" maw={720}>
        Программа snimok передаёт исследования по DICOM и работает на компьютере в сети клиники.{' '}
        {program && files.length > 0 ? <OneFile files={files} /> : <Packed program={program} />} и выполните:
      </Text>
      <Stack gap={6}>
        <Code className={classes.command}>{`snimok login --clinic --portal ${location.origin}`}</Code>
        <Code className={classes.command}>snimok deliver</Code>
      </Stack>
    </>
  );
}

const Download = ({ filename, children }: { filename: string; children: string }) => (
  <Anchor href={programURL(filename)} download underline="always">
    {children}
  </Anchor>
);

const OneFile = ({ files }: { files: { label: string; filename: string }[] }) => (
  <>
    Скачайте её для системы этого компьютера (
    {files.map(({ label, filename }, index) => (
      <Fragment key={filename}>
        {index > 0 && ', '}
        <Download filename={filename}>{label}</Download>
      </Fragment>
    ))}
    ), назовите файл snimok
  </>
);

const Packed = ({ program }: { program: UploadProgram | null | undefined }) => (
  <>
    Установите Node.js 24,{' '}
    {program ? (
      <>
        <Download filename={program.filename}>скачайте программу</Download>, установите её командой{' '}
        <Code>{`npm install -g ${program.filename}`}</Code>
      </>
    ) : (
      'возьмите программу у центра'
    )}
  </>
);
