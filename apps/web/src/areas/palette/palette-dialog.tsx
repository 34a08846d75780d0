import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { type Icon, IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { HitOption, HitsStatus, sentenceWithoutHits } from '../search/hits.tsx';
import { type Find, useSearch } from '../search/use-search.ts';
import { matchingCommands } from './commands.ts';
import classes from './palette.module.css';

export interface Command {
  label: string;
  icon: Icon;
  /** further words by which it is found */
  words?: string;
  /** a page, or what to do */
  to?: string;
  run?: () => void;
}

export interface PaletteProps {
  commands: Command[];
  /** what can be found besides commands */
  label: string;
  queryKey: string;
  find: Find;
}

interface PaletteDialogProps extends PaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Pages, actions and search results in one list, selected by arrows and Enter. */
export default function PaletteDialog({ opened, onClose, ...palette }: PaletteDialogProps) {
  const [navigates, setNavigates] = useState(false);
  const close = (isNavigation: boolean) => {
    setNavigates(isNavigation);
    onClose();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={() => close(false)}
      // the page that is opened takes the focus instead
      returnFocus={!navigates}
      size={560}
      yOffset="12vh"
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Команды и поиск">
        <Palette {...palette} onChosen={(command) => close(!command?.run)} onEscape={() => close(false)} />
      </Modal.Content>
    </Modal.Root>
  );
}

interface PaletteContentProps extends PaletteProps {
  /** closes; the command is undefined for a hit of the search */
  onChosen: (command: Command | undefined) => void;
  onEscape: () => void;
}

function Palette({ commands, label, queryKey, find, onChosen, onEscape }: PaletteContentProps) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const combobox = useCombobox({ opened: true });
  const search = useSearch(text, queryKey, find);
  const matching = matchingCommands(commands, text);
  const { selectFirstOption } = combobox;

  // as soon as the list has changed, so that an arrow key pressed at once moves on from the first entry
  useLayoutEffect(() => {
    selectFirstOption();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store's functions are new at each render
  }, [text, search.data, search.isCurrent]);

  function choose(value: string) {
    const command = matching.find((one) => one.label === value);
    onChosen(command);
    if (command?.run) command.run();
    else navigate(command?.to ?? value);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          size="md"
          variant="unstyled"
          className={classes.input}
          aria-label={`Команды и поиск: ${label}`}
          placeholder={`Страница, действие, ${label}`}
          leftSection={<IconSearch size={18} stroke={1.6} />}
          maxLength={200}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          // the list is always open and keeps the key from the dialog
          onKeyDown={({ key }) => key === 'Escape' && onEscape()}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label="Команды и результаты поиска" className={classes.options}>
        {matching.length > 0 && (
          <Combobox.Group label="Перейти">
            {matching.map(({ label: name, icon }) => (
              <HitOption key={name} to={name} icon={icon} label={name} />
            ))}
          </Combobox.Group>
        )}
        {search.hits.length > 0 && (
          <Combobox.Group label="Найдено">
            {search.hits.map((hit) => (
              <HitOption key={hit.to} {...hit} />
            ))}
          </Combobox.Group>
        )}
        {search.hits.length + matching.length === 0 && (
          <Combobox.Empty>{sentenceWithoutHits(search)}</Combobox.Empty>
        )}
      </Combobox.Options>
      <HitsStatus search={search} />
    </Combobox>
  );
}
