import { Text } from '@mantine/core';
import { formatAgo, formatMoment } from '../../../shared/dates/dates.ts';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import type { Grant } from './queries.ts';
import { scopeInWords, versionInWords } from './labels.ts';

/** The program, the requested scope, its address and the time of the request. */
export const GrantFacts = ({ grant }: { grant: Grant }) => (
  <Facts>
    <Fact label="Версия программы">{versionInWords(grant.appVersion)}</Fact>
    <Fact label="Что ей откроется">
      {scopeInWords(grant.scope)}
      <Text size="sm" c="dimmed">
        Искать клиентов и пациентов, создавать карточки и исследования, загружать файлы. Скачивать и удалять
        она не сможет.
      </Text>
    </Fact>
    <Fact label="Сетевой адрес">{grant.address ?? 'неизвестен'}</Fact>
    <Fact label="Запрошено">
      {formatMoment(grant.issuedAt)} ({formatAgo(grant.issuedAt)})
    </Fact>
    {grant.assistantName && <Fact label="Кто разрешил">{grant.assistantName}</Fact>}
  </Facts>
);
