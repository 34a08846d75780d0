import { Combobox, Text, VisuallyHidden } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { SEARCH_MINIMUM } from '@snimok/contract/fields';
import { explain } from '../../shared/explain.ts';
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

export function sentenceWithoutHits({ data, error, isLongEnough, isCurrent }: Search): string {
  if (!isLongEnough) return `Введите не меньше ${SEARCH_MINIMUM} символов`;
  if (error) return explain(error);
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

export const HitOption = ({ to, icon: HitIcon, label, detail }: Hit) => (
  <Combobox.Option value={to} className={classes.option}>
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
  </Combobox.Option>
);
