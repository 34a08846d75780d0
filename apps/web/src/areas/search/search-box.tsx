import { ActionIcon, Combobox, Loader, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_MINIMUM } from '@snimok/contract/fields';
import { type Icon, IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { explain } from '../../shared/explain.ts';
import { counted } from '@snimok/api-client/format-numbers';
import classes from './search-box.module.css';
import { useSlash } from './use-slash.ts';

/** Something found: where it leads and what tells it from others of the same name. */
export interface Hit {
  to: string;
  icon: Icon;
  label: string;
  detail?: string;
}

interface SearchBoxProps {
  /** what can be looked for here */
  label: string;
  queryKey: string;
  find: (query: string, signal: AbortSignal) => Promise<Hit[]>;
}

/** A person stops typing for about so long when she wants to see something. */
const PAUSE_MS = 180;

/** The search of the header: found while one types, chosen by arrows and Enter. On a phone it opens over the header. */
export function SearchBox({ label, queryKey, find }: SearchBoxProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const typed = text.trim();
  const [wanted] = useDebouncedValue(typed, PAUSE_MS);
  const long = [...typed].length >= SEARCH_MINIMUM;
  // an answer belongs to its question: a late one is for nobody
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['search', queryKey, wanted],
    queryFn: ({ signal }) => find(wanted, signal),
    enabled: long && [...wanted].length >= SEARCH_MINIMUM,
    placeholderData: keepPreviousData,
  });
  const settled = long && typed === wanted && !isPlaceholderData;
  const hits = long && data && !error ? data : [];

  useSlash(() => {
    setOpen(true);
    input.current?.focus();
  });
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  // Enter alone leads to the best of them
  const { selectFirstOption, updateSelectedOptionIndex } = combobox;
  // before they are seen: an arrow that is pressed then goes on from the first
  useLayoutEffect(() => {
    if (settled && data?.length) selectFirstOption();
    else updateSelectedOptionIndex();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store's functions are new at each render
  }, [data, settled]);

  function leave() {
    setText('');
    setOpen(false);
    combobox.closeDropdown();
    input.current?.blur();
  }

  return (
    <div className={classes.search} role="search" aria-label={label} data-open={open || undefined}>
      <ActionIcon
        className={classes.opener}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={22} stroke={1.6} />
      </ActionIcon>
      <div className={classes.box}>
        <ActionIcon
          className={classes.closer}
          variant="subtle"
          color="gray"
          size={44}
          aria-label="Закрыть поиск"
          onClick={leave}
        >
          <IconArrowLeft size={22} stroke={1.6} />
        </ActionIcon>
        <Combobox
          store={combobox}
          onOptionSubmit={(to) => {
            leave();
            navigate(to);
          }}
        >
          <Combobox.Target withExpandedAttribute>
            <TextInput
              ref={input}
              className={classes.input}
              aria-label={label}
              placeholder={label}
              leftSection={<IconSearch size={18} stroke={1.6} />}
              rightSection={
                long && !settled && !error ? (
                  <Loader size={16} />
                ) : (
                  <kbd className={classes.key} aria-hidden>
                    /
                  </kbd>
                )
              }
              maxLength={200}
              value={text}
              onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                if (currentTarget.value.trim()) combobox.openDropdown();
                else combobox.closeDropdown();
              }}
              onFocus={() => typed && combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
              onKeyDown={({ key }) => key === 'Escape' && leave()}
            />
          </Combobox.Target>
          <Combobox.Dropdown>
            <Combobox.Options aria-label={label} className={classes.options}>
              {hits.map((hit) => (
                <Option key={hit.to} {...hit} />
              ))}
              {hits.length === 0 && (
                <Combobox.Empty>
                  {!long && `Введите не меньше ${SEARCH_MINIMUM} символов`}
                  {long && error && explain(error)}
                  {long && !error && (settled && data ? 'Ничего не найдено' : 'Ищем…')}
                </Combobox.Empty>
              )}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
        <VisuallyHidden role="status">
          {settled && data && !error
            ? hits.length > 0
              ? `Найдено: ${counted(hits.length, 'результат', 'результата', 'результатов')}`
              : 'Ничего не найдено'
            : ''}
        </VisuallyHidden>
      </div>
    </div>
  );
}

const Option = ({ to, icon: Picture, label, detail }: Hit) => (
  <Combobox.Option value={to} className={classes.option}>
    <Picture size={20} stroke={1.6} aria-hidden className={classes.picture} />
    <span className={classes.words}>
      <Text span size="sm" fw={500} truncate>
        {label}
      </Text>
      {detail && (
        <Text span size="xs" c="dimmed" truncate>
          {detail}
        </Text>
      )}
    </span>
  </Combobox.Option>
);
