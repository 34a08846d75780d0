import { Button, Code, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatBytes } from '@snimok/api-client/format-numbers';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Boundary } from '../../../shared/failures/boundary.tsx';
import { ForAdministrator } from '../../../shared/ui/for-administrator.tsx';
import classes from './install-program.module.css';
import {
  commandsFor,
  commandsForFile,
  filesFor,
  type OneFileProgram,
  processorOf,
  programURL,
  type System,
  SYSTEMS,
  systemOf,
  type UploadProgram,
  uploadProgramQuery,
} from './upload-program.ts';
import { Loading } from '../../../shared/ui/loading.tsx';

/** Where an assistant gets the upload program, and how it is installed on the computer beside an X-ray machine. */
export function InstallProgram() {
  return (
    <Paper component="section" withBorder radius="md" p="lg" mt="xl" aria-labelledby="install-program">
      <Title order={2} size="h3" id="install-program" mb={4}>
        Как подключить компьютер
      </Title>
      <Text c="dimmed" maw={720}>
        Подключает тот, кто обслуживает компьютеры центра: понадобятся полчаса и доступ администратора на
        компьютере у аппарата. Программа возьмёт исследования из папки аппарата или примет их по DICOM.
      </Text>
      <ForAdministrator>
        <Boundary>
          <Suspense fallback={<Loading height={240} />}>
            <Installation />
          </Suspense>
        </Boundary>
      </ForAdministrator>
    </Paper>
  );
}

function Installation() {
  const { data: program } = useSuspenseQuery(uploadProgramQuery);
  if (program) return <Steps program={program} />;
  return (
    <Text>На этом сервере нет файла программы. Попросите того, кто обслуживает портал, добавить его.</Text>
  );
}

function Steps({ program }: { program: UploadProgram }) {
  const [system, setSystem] = useState<System>(systemOf(navigator.userAgent));
  const files = filesFor(system, program);
  return (
    <>
      <SegmentedControl
        aria-label="Система компьютера"
        data={SYSTEMS}
        value={system}
        onChange={(value) => setSystem(value as System)}
        mb="md"
      />
      {files.length > 0 ? (
        <OneFileSteps key={system} system={system} program={program} files={files} />
      ) : (
        <PackedSteps system={system} program={program} />
      )}
    </>
  );
}

/** The program as one file, which needs nothing else on the computer. */
function OneFileSteps({
  system,
  program: { version, filesVersion = version, updatesItself = false },
  files,
}: {
  system: System;
  program: UploadProgram;
  files: OneFileProgram[];
}) {
  const [filename, setFilename] = useState(files[0]?.filename);
  const file = files.find((one) => one.filename === filename);
  if (!file) return null;
  const { checksum, place, service } = commandsForFile(system, file.filename);
  return (
    <ol className={classes.steps}>
      <li>
        Скачайте программу на компьютер у аппарата. Node.js для неё не нужен.
        {files.length > 1 && (
          <div>
            <SegmentedControl
              aria-label="Процессор компьютера"
              data={files.map((one) => ({ value: one.filename, label: processorOf(one) }))}
              value={file.filename}
              onChange={setFilename}
              mt={6}
            />
          </div>
        )}
        <Download version={filesVersion} file={file} />
        {system === 'windows'
          ? 'Откройте командную строку от имени администратора в папке с файлом'
          : 'Откройте терминал в папке с файлом'}
        , сверьте контрольную сумму SHA-256 и положите программу на место:
        <Command>{checksum}</Command>
        <Command label="Контрольная сумма SHA-256">{file.sha256}</Command>
        <Command>{place}</Command>
      </li>
      <ConnectStep />
      <FolderStep command={service}>
        Отправка начнётся сразу и после каждого включения компьютера. Что отправлено и что ждёт, видно на нём
        по адресу <Code>http://127.0.0.1:11180</Code>.{' '}
        {updatesItself
          ? 'Когда обновится портал, программа обновит себя сама.'
          : 'Сама программа не обновляется: после обновления портала скачайте её снова.'}
      </FolderStep>
    </ol>
  );
}

/** The program without Node: a portal has only this one if it was started from a checkout. */
function PackedSteps({ system, program }: { system: System; program: UploadProgram }) {
  const { filename, sha256 } = program;
  const { node, checksum, install, watch, autostart } = commandsFor(system, filename);
  return (
    <>
      <Text c="dimmed" mb="sm" maw={720}>
        На этом сервере нет программы одним файлом, с которой ставить больше ничего не нужно. Она есть в
        пакете портала для Debian и в образе для контейнеров, или собирается командой{' '}
        <Code>npm run package -- --programs</Code>.
      </Text>
      <ol className={classes.steps}>
        <li>
          Установите Node.js 24 (подойдёт 22.18 и новее). {node}
          <Command>node --version</Command>
        </li>
        <li>
          Скачайте программу и перенесите файл на компьютер у аппарата.
          <Download version={program.version} file={program} />
        </li>
        <li>
          В папке с файлом сверьте контрольную сумму SHA-256:
          <Command>{checksum}</Command>
          Должно получиться:
          <Command label="Контрольная сумма SHA-256">{sha256}</Command>
        </li>
        <li>
          Установите программу (сеть для этого не нужна):
          <Command>{install}</Command>
        </li>
        <ConnectStep />
        <FolderStep command={watch} />
        <li>
          Чтобы отправка начиналась вместе с компьютером:
          <Command>{autostart}</Command>
        </li>
      </ol>
    </>
  );
}

const ConnectStep = () => (
  <li>
    Подключите её к порталу. Она покажет код: нажмите здесь «Подключить по коду» и введите его.
    <Command>{`snimok login --portal ${location.origin}`}</Command>
  </li>
);

/** Which folder is sent; `children` say what happens then. */
const FolderStep = ({ command, children }: { command: string; children?: ReactNode }) => (
  <li>
    Укажите папку, в которую сохраняет аппарат (другие способы покажет <Code>snimok --help</Code>):
    <Command>{command}</Command>
    {children}
  </li>
);

const Download = ({
  version,
  file: { filename, sizeBytes },
}: {
  version: string;
  file: Pick<OneFileProgram, 'filename' | 'sizeBytes'>;
}) => (
  <div>
    <Button
      component="a"
      href={programURL(filename)}
      download
      my={6}
      leftSection={<IconDownload size={18} stroke={1.6} />}
    >
      Скачать snimok {version}, {formatBytes(sizeBytes)}
    </Button>
  </div>
);

const Command = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Code className={classes.command} aria-label={label}>
    {children}
  </Code>
);
