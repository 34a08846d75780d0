import { Combobox, Text, VisuallyHidden } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { SEARCH_MINIMUM } from '@snimok/contract/values/fields';
import { IconChevronRight } from '@tabler/icons-react';
import { explain } from '../../../shared/calls/explain.ts';
import classes from './search-box.module.css';
import type { Hit, Search } from './use-search.ts';

/** The hits as options of the combobox, or a sentence when there are none. */
export const Hits = ({ label, search }: { label: string; search: Search }) => (
  <Combobox.Options aria-label={label} className={classes.options}>
    {search.hits.map((hit) => (
      <HitOption key={hit.to} {...hit} />
    ))}
    {search.hits.length === 0 && <Combobox.Empty>{sentenceWithoutHits(search)}</Combobox.Empty>}
  </Combobox.Options>
);

export function sentenceWithoutHits({ data, error, isLongEnough, isCurrent, isPaused }: Search): string {
  if (!isLongEnough) return `Введите не меньше ${counted(SEARCH_MINIMUM, 'символа', 'символов', 'символов')}`;
  if (error) return explain(error);
  if (isPaused) return 'Нет связи с сервером. Поиск продолжится сам, когда она появится.';
  return isCurrent && data ? 'Ничего не найдено' : 'Ищем…';
}

/** The number of hits, for screen readers. */
export const HitsStatus = ({ search }: { search: Search }) => (
  <VisuallyHidden role="status">{statusOf(search)}</VisuallyHidden>
);

function statusOf({ data, error, isCurrent, hits }: Search): string {
  if (!isCurrent || !data || error) return '';
  if (hits.length === 0) return 'Ничего не найдено';
  return `Найдено: ${counted(hits.length, 'результат', 'результата', 'результатов')}`;
}

interface HitOptionProps extends Hit {
  /** shows what else can be done with it */
  onActions?: (() => void) | undefined;
}

export const HitOption = ({ to, icon: HitIcon, label, detail, onActions }: HitOptionProps) => (
  <Combobox.Option
    value={to}
    className={classes.option}
    aria-description={onActions && 'Стрелка вправо: действия'}
  >
    <HitIcon size={20} stroke={1.6} aria-hidden className={classes.icon} />
    <span className={classes.text}>
      <Text span size="sm" fw={500}>
        {label}
      </Text>
      {detail && (
        <Text span size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </span>
    {onActions && (
      // for a pointer; the keyboard has the arrow
      <span
        className={classes.more}
        title="Действия"
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          onActions();
        }}
      >
        <IconChevronRight size={18} stroke={1.6} />
      </span>
    )}
  </Combobox.Option>
);
