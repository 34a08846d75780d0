import type {
  ArchiveImportState,
  ImportOutcome,
  ImportReason,
  ImportRowState,
} from '@snimok/contract/reception/archive-import-values';
import type { Import, ListedImport, UnreadPlace } from './queries.ts';

interface Label {
  label: string;
  color: string;
}

export const IMPORT_STATES: Record<ArchiveImportState, Label> = {
  planning: { label: 'Читаем архив', color: 'blue' },
  planned: { label: 'Ждёт подтверждения', color: 'yellow' },
  running: { label: 'Переносим', color: 'blue' },
  paused: { label: 'Приостановлен', color: 'yellow' },
  finished: { label: 'Завершён', color: 'green' },
  stopped: { label: 'Остановлен', color: 'gray' },
};

export const OUTCOMES: Record<ImportOutcome, Label> = {
  existing: { label: 'В имеющуюся карточку', color: 'green' },
  new: { label: 'В новую карточку', color: 'green' },
  unsure: { label: 'Нужно решение', color: 'yellow' },
  duplicate: { label: 'Уже в портале', color: 'gray' },
  'left-out': { label: 'Не переносим', color: 'gray' },
};

export const ROW_STATES: Record<ImportRowState, Label> = {
  waiting: { label: 'Ждёт', color: 'gray' },
  sending: { label: 'Читаем файлы', color: 'blue' },
  processing: { label: 'Обрабатываем', color: 'blue' },
  done: { label: 'Перенесено', color: 'green' },
  failed: { label: 'Не удалось', color: 'red' },
  'left-out': { label: 'Не перенесено', color: 'gray' },
};

export const REASONS: Record<ImportReason, string> = {
  'several-cards': 'подходят несколько карточек',
  'similar-card': 'есть похожая карточка',
  'similar-patient': 'в архиве есть похожий пациент',
  'no-name': 'в архиве не указано имя пациента',
  'no-sex': 'пол пациента неизвестен',
  'no-client': 'не указан клиент для новой карточки',
  'part-is-here': 'часть снимков уже в портале',
  'is-here': 'все снимки уже в портале',
  'twice-in-source': 'есть в архиве ещё раз',
  'no-images': 'снимков нет',
  'no-files': 'файлов нет',
  'by-person': 'так решил сотрудник',
};

export const UNREAD_REASONS: Record<UnreadPlace['reason'], string> = {
  unreadable: 'файл повреждён',
  'not-an-image': 'это не снимок',
  encrypted: 'файл зашифрован',
  unsupported: 'формат не поддерживается',
  limited: 'архив показывает не все исследования',
};

export const PROBLEMS: Record<NonNullable<Import['problem']>, string> = {
  'source-unreachable':
    'Архив не отвечает. Проверьте, что он включён и доступен с сервера портала, и продолжите перенос.',
  'author-without-rights':
    'У сотрудника, который начал перенос, больше нет нужных прав. Начните новый перенос: то, что уже в портале, он не повторит.',
  'disk-full': 'На диске портала не хватает места. Освободите его и продолжите перенос.',
};

export const SOURCE_KINDS: Record<ListedImport['source']['kind'], string> = {
  orthanc: 'Orthanc',
  dicomweb: 'Архив с DICOMweb',
  pacs: 'PACS (DICOM)',
  folder: 'Папка или диск на сервере',
};

/** «Orthanc, http://192.0.2.4:8042» */
export const sourceLabel = (source: ListedImport['source']): string => {
  const place =
    source.kind === 'folder'
      ? source.path
      : source.kind === 'pacs'
        ? `${source.calledTitle}, ${source.host}:${source.port}`
        : source.url;
  return `${SOURCE_KINDS[source.kind]}, ${place}`;
};
