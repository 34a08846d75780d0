import { Alert, Loader, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { counted, formatNumber } from '@snimok/api-client/format-numbers';
import { useEffect, useRef } from 'react';
import { focusInPage } from '../../../shared/navigation/focus-in-page.ts';
import { useUserStorage } from '../../../shared/storage/user-storage.ts';
import { DropArea } from '../../studies/uploads/choose/drop-area.tsx';
import { countedFiles } from '../../studies/uploads/inspect/labels.ts';
import { LeftOut, NotImagesAlert } from '../../studies/uploads/not-images-alert.tsx';
import { AllRows } from './all-rows.tsx';
import { addFiles, reportProblem, restoreRows, useIntake } from './intake-rows.ts';
import { IntakeRowCard } from './intake-row-card.tsx';

const SHOWN_NAMES = 3;

/** Files of any number of studies: each becomes a row with its patient, its type and its progress. */
export function IntakeScreen() {
  useUserStorage();
  const { rows, inspecting, problem, leftOver, notImages, elsewhereCount } = useIntake();
  useRestoredRows();
  const ref = useFocusChooser(rows.length === 0 && inspecting === null);
  return (
    <Stack gap="md" maw={960} ref={ref}>
      {problem && (
        <Alert color="red" icon={<IconAlertCircle />} role="alert">
          {problem}
        </Alert>
      )}
      <div role="status">
        {inspecting ? (
          <Text size="sm" c="dimmed">
            <Loader size={12} mr={8} />
            Смотрим, что внутри: {formatNumber(inspecting.inspectedCount)} из{' '}
            {countedFiles(inspecting.fileCount)}
          </Text>
        ) : (
          rows.length > 1 && (
            <Text size="sm" c="dimmed">
              {counted(rows.length, 'исследование', 'исследования', 'исследований')} на этом экране
            </Text>
          )
        )}
      </div>
      {leftOver.length > 0 && <LeftOver names={leftOver} />}
      {notImages?.refusal === null && <LeftOut names={notImages.names} />}
      {notImages && <NotImagesAlert refusal={notImages.refusal} />}
      {elsewhereCount > 0 && <Elsewhere count={elsewhereCount} />}
      {rows.length > 1 && <AllRows rows={rows} />}
      {rows.map((row) => (
        <IntakeRowCard key={row.id} row={row} />
      ))}
      <DropArea
        onFound={(found, handles) => addFiles({ found, handles })}
        onFailed={reportProblem}
        autoFocus={rows.length === 0}
        withHandles
      >
        <Text size="sm" c="dimmed" maw={520}>
          Можно сразу несколько исследований. Пациента, дату рождения и тип портал прочитает из снимков.
        </Text>
      </DropArea>
    </Stack>
  );
}

/**
 * Restores rows when the page opens, and when the assistant comes back from another tab: the tab that had the rows
 * may have been closed.
 */
function useRestoredRows() {
  useEffect(() => {
    const restore = () => void (document.visibilityState === 'visible' && restoreRows());
    restore();
    document.addEventListener('visibilitychange', restore);
    return () => document.removeEventListener('visibilitychange', restore);
  }, []);
}

const Elsewhere = ({ count }: { count: number }) => (
  <Text size="sm" c="dimmed" role="status">
    Ещё {counted(count, 'карточка', 'карточки', 'карточек')} в другой вкладке.
  </Text>
);

/** Focuses the button that chooses files, because the link that led here is gone. Does nothing after a drop. */
function useFocusChooser(isEmpty: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (!wasEmpty.current) return undefined;
    return focusInPage(ref.current?.querySelector<HTMLElement>('[data-autofocus]'));
  }, []);
  return ref;
}

const LeftOver = ({ names }: { names: string[] }) => (
  <Alert color="yellow" icon={<IconInfoCircle />} role="status">
    Не загрузятся, потому что непонятно, к какому исследованию они относятся: {countedFiles(names.length)} (
    {names.slice(0, SHOWN_NAMES).join(', ')}
    {names.length > SHOWN_NAMES ? '…' : ''}).
  </Alert>
);
