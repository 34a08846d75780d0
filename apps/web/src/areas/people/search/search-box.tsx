import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { ActionIcon, Combobox, type ComboboxStore, Loader, TextInput, useCombobox } from '@mantine/core';
import { type Icon, IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paletteKeyLabel } from './palette-key.ts';
import { Hits, HitsStatus } from './hits.tsx';
import classes from './search-box.module.css';
import { type Find, type Search, useSearch } from './use-search.ts';
import { useSlash } from './use-slash.ts';
import { Key } from '../../../shared/ui/key.tsx';

interface SearchBoxProps {
  /** what can be searched for */
  label: string;
  queryKey: string;
  find: Find;
}

/**
 * The search of the header: hits appear while typing, selected by arrows and Enter. On a phone it opens over
 * the header.
 */
export function SearchBox({ label, queryKey, find }: SearchBoxProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const search = useSearch(text, queryKey, find);

  useSlash(() => {
    setOpen(true);
    input.current?.focus();
  });
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  useFirstHitSelected(combobox, search);

  function leave() {
    setText('');
    setOpen(false);
    combobox.closeDropdown();
    input.current?.blur();
  }

  return (
    <div className={classes.search} role="search" aria-label={label} data-open={open || undefined}>
      <HeaderButton
        className={classes.opener}
        icon={IconSearch}
        label={label}
        onClick={() => setOpen(true)}
      />
      <div className={classes.box}>
        <HeaderButton className={classes.closer} icon={IconArrowLeft} label="Закрыть поиск" onClick={leave} />
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
              rightSection={<LoaderOrKey search={search} />}
              rightSectionWidth={68}
              maxLength={MOST_CHARACTERS.search}
              value={text}
              onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                if (currentTarget.value.trim()) combobox.openDropdown();
                else combobox.closeDropdown();
              }}
              onFocus={() => text.trim() && combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
              onKeyDown={({ key }) => key === 'Escape' && leave()}
            />
          </Combobox.Target>
          <Combobox.Dropdown>
            <Hits label={label} search={search} />
          </Combobox.Dropdown>
        </Combobox>
        <HitsStatus search={search} />
      </div>
    </div>
  );
}

/**
 * Selects the first hit, so that Enter alone opens it. This is a layout effect, so that an arrow key pressed
 * as soon as the hits are visible moves on from the first hit.
 */
function useFirstHitSelected(
  { selectFirstOption, updateSelectedOptionIndex }: ComboboxStore,
  { data, isCurrent }: Search,
) {
  useLayoutEffect(() => {
    if (isCurrent && data?.length) selectFirstOption();
    else updateSelectedOptionIndex();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store's functions are new at each render
  }, [data, isCurrent]);
}

interface HeaderButtonProps {
  className: string | undefined;
  icon: Icon;
  label: string;
  onClick: () => void;
}

const HeaderButton = ({ className, icon: ButtonIcon, label, onClick }: HeaderButtonProps) => (
  <ActionIcon
    className={className}
    variant="subtle"
    color="gray"
    size={44}
    aria-label={label}
    onClick={onClick}
  >
    <ButtonIcon size={22} stroke={1.6} />
  </ActionIcon>
);

const LoaderOrKey = ({ search: { error, isLongEnough, isCurrent } }: { search: Search }) =>
  isLongEnough && !isCurrent && !error ? (
    <Loader size={16} />
  ) : (
    <span aria-hidden>
      <Key name={paletteKeyLabel(navigator.platform)} />
    </span>
  );
