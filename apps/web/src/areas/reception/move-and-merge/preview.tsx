import { Alert, Checkbox, List, Stack, Text, Title } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDay } from '../../../shared/dates/dates.ts';
import { studyNameAmong } from '../../platform/lists/study-names.ts';
import type { Preview } from './queries.ts';

/** The decisions about shares and links; those that are not listed here stay. */
export interface Kept {
  /** clients whose share ends */
  endShares: number[];
  revokeLinks: string[];
}

interface PreviewProps {
  preview: Preview;
  kept: Kept;
  onChange: (kept: Kept) => void;
}

const SHOWN_STUDIES = 5;
const namesOf = (clients: { name: string }[]) => clients.map(({ name }) => name).join(', ');

/** What a move or a merge will change, and the decisions that it needs. */
export const ChangePreview = ({ preview, kept, onChange }: PreviewProps) => (
  <Stack gap="sm" component="section" aria-label="Что изменится">
    <Title order={3} size="h5">
      Что изменится
    </Title>
    <List size="sm" spacing={6}>
      <Studies preview={preview} />
      <Access preview={preview} />
      <Connected preview={preview} />
      <List.Item>Отменить можно в течение 30 дней: кнопкой в истории обоих пациентов.</List.Item>
    </List>
    {preview.studies.some(({ differs }) => differs) && (
      <Alert color="yellow" icon={<IconAlertTriangle />}>
        В файлах указан другой пациент, чем «{preview.to.name}». Исследование останется с пометкой, пока вы не
        подтвердите, что снимки принадлежат этому пациенту.
      </Alert>
    )}
    <Shares preview={preview} kept={kept} onChange={onChange} />
    <Links preview={preview} kept={kept} onChange={onChange} />
  </Stack>
);

function Studies({ preview: { studies, from, to, client } }: { preview: Preview }) {
  const movesPatient = from.patientID === to.patientID;
  const destination = movesPatient ? `К клиенту «${client.name}»` : `К пациенту «${to.name}»`;
  const nameOf = studyNameAmong(studies);
  const names = studies
    .slice(0, SHOWN_STUDIES)
    .map((study) => `${nameOf(study)}${study.deleted ? ' (в корзине)' : ''}`)
    .join(', ');
  const rest = studies.length - SHOWN_STUDIES;
  const uploading = studies.filter((study) => study.uploading).length;
  return (
    <>
      <List.Item>
        {studies.length === 0
          ? movesPatient
            ? 'Исследований нет, переносится только карточка.'
            : 'Исследований нет, меняются только данные карточки.'
          : `${destination} перейдут: ${names}${rest > 0 ? ` и ещё ${rest}` : ''}.`}
      </List.Item>
      {uploading > 0 && (
        <List.Item>
          {counted(
            uploading,
            'загрузка файлов продолжается',
            'загрузки файлов продолжаются',
            'загрузок файлов продолжаются',
          )}
          : снимки появятся уже у этого пациента.
        </List.Item>
      )}
    </>
  );
}

const Access = ({ preview: { gains, loses, from, client } }: { preview: Preview }) => (
  <>
    {gains.length > 0 && (
      <List.Item>
        Увидят больше, чем сейчас: <b>{namesOf(gains)}</b>.
      </List.Item>
    )}
    {loses.length > 0 && (
      <List.Item>
        Больше не увидят: <b>{namesOf(loses)}</b>. Открытый у них просмотр и скачивания прервутся.
      </List.Item>
    )}
    {gains.length === 0 && loses.length === 0 && (
      <List.Item>Видеть исследования будут те же клиенты.</List.Item>
    )}
    {client.doctorID !== from.doctorID && (
      <List.Item>Переписка в чате остаётся у клиента «{from.doctorName}».</List.Item>
    )}
  </>
);

const endOfLinks = (from: Preview['from'], to: Preview['to'], client: Preview['client']): string => {
  const ofClient = `отправленные клиентом «${from.doctorName}»`;
  const links = [
    ...(from.patientID === to.patientID ? [] : ['выданные прежнему пациенту']),
    ...(from.doctorID === client.doctorID ? [] : [ofClient]),
  ];
  return `Ссылки, ${links.join(' и ')}, перестанут открываться.`;
};

const Connected = ({
  preview: { bookingsCount, requestsCount, links, from, to, client },
}: {
  preview: Preview;
}) => (
  <>
    {links.some(({ ends }) => ends) && <List.Item>{endOfLinks(from, to, client)}</List.Item>}
    {bookingsCount > 0 && from.patientID === to.patientID && (
      <List.Item>
        {counted(bookingsCount, 'предстоящая запись', 'предстоящие записи', 'предстоящих записей')}: дальше их
        видит и меняет клиент «{client.name}», напоминания пациенту остаются.
      </List.Item>
    )}
    {bookingsCount > 0 && from.patientID !== to.patientID && (
      <List.Item>
        {counted(bookingsCount, 'прошлая запись', 'прошлые записи', 'прошлых записей')} на исследование: с тем
        же пациентом, что и исследования.
      </List.Item>
    )}
    {requestsCount > 0 && (
      <List.Item>
        {counted(requestsCount, 'запрос доступа', 'запроса доступа', 'запросов доступа')}:{' '}
        {requestsCount === 1
          ? 'перейдёт вместе с пациентом или станет не нужен.'
          : 'перейдут вместе с пациентом или станут не нужны.'}
      </List.Item>
    )}
  </>
);

function Shares({ preview, kept, onChange }: PreviewProps) {
  const { shares } = preview;
  if (shares.length === 0) return null;
  const stays = shares.filter(({ doctorID }) => !kept.endShares.includes(doctorID));
  return (
    <Checkbox.Group
      label="Оставить доступ, который открыл клиент"
      value={stays.map(({ doctorID }) => String(doctorID))}
      onChange={(values) =>
        onChange({
          ...kept,
          endShares: shares.map(({ doctorID }) => doctorID).filter((id) => !values.includes(String(id))),
        })
      }
    >
      <Stack gap={6} mt={6}>
        {shares.map(({ doctorID, name }) => (
          <Checkbox key={doctorID} value={String(doctorID)} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function Links({ preview, kept, onChange }: PreviewProps) {
  const links = preview.links.filter(({ ends }) => !ends);
  if (links.length === 0) return null;
  const stays = links.filter(({ shareUUID }) => !kept.revokeLinks.includes(shareUUID));
  return (
    <Checkbox.Group
      label="Оставить отправленные ссылки"
      description="Оставленная ссылка покажет исследование с новым именем пациента"
      value={stays.map(({ shareUUID }) => shareUUID)}
      onChange={(values) =>
        onChange({
          ...kept,
          revokeLinks: links.map(({ shareUUID }) => shareUUID).filter((uuid) => !values.includes(uuid)),
        })
      }
    >
      <Stack gap={6} mt={6}>
        {links.map(({ shareUUID, email, expiresAt }) => (
          <Checkbox
            key={shareUUID}
            value={shareUUID}
            label={
              <>
                {email}{' '}
                <Text span c="dimmed" size="sm">
                  до {formatDay(expiresAt)}
                </Text>
              </>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
