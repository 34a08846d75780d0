import { Combobox, useCombobox } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { HitOption, HitsStatus, sentenceWithoutHits } from '../../people/search/hits.tsx';
import { type Find, type Hit, type Search, useSearch } from '../../people/search/use-search.ts';
import { matchingCommands } from './commands.ts';
import { type RecentPatient, recentPatientsQuery } from '../../people/search/recent-patients.ts';
import { PaletteField } from './palette-field.tsx';
import classes from './palette.module.css';
import { Key } from '../../../shared/ui/key.tsx';

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
  /** a patient whose page was opened lately */
  hitOf: (patient: RecentPatient) => Hit;
  /** what can be done with a hit, the first by Enter */
  actionsOf: (hit: Hit) => Command[];
}

interface PaletteContentProps extends PaletteProps {
  /** what was typed before this code was loaded */
  typed: string;
  /** closes; the command is undefined for a hit of the search */
  onChosen: (command: Command | undefined) => void;
  onEscape: () => void;
}

/** Pages, actions and search results in one list, selected by arrows and Enter. */
export default function PaletteContent({ typed, onChosen, onEscape, ...palette }: PaletteContentProps) {
  const { commands, label, queryKey, find, hitOf, actionsOf } = palette;
  const [text, setText] = useState(typed);
  /** whose actions are listed */
  const [subject, setSubject] = useState<Hit>();
  const navigate = useNavigate();
  const combobox = useCombobox({ opened: true });
  const search = useSearch(text, queryKey, find);
  const { data: recent = [] } = useQuery(recentPatientsQuery);
  const matching = matchingCommands(commands, text);
  const recentHits = text.trim() === '' ? recent.map(hitOf) : [];
  const { selectFirstOption } = combobox;

  // as soon as the list has changed, so that an arrow key pressed at once moves on from the first entry
  useLayoutEffect(() => {
    selectFirstOption();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store's functions are new at each render
  }, [text, subject, recent, search.data, search.isCurrent]);

  function choose(value: string) {
    const command = subject ? undefined : matching.find((one) => one.label === value);
    onChosen(command);
    if (command?.run) command.run();
    else navigate(command?.to ?? value);
  }

  const hasActions = (hit: Hit) => actionsOf(hit).length > 1;
  const optionOf = (hit: Hit) => (
    <HitOption key={hit.to} {...hit} onActions={hasActions(hit) ? () => setSubject(hit) : undefined} />
  );
  /** The hits in the order of the options; undefined for a command. */
  const listed = [...recentHits, ...matching.map(() => undefined), ...search.hits];

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget } = event;
    const hit = listed[combobox.getSelectedOptionIndex()];
    const isAtEnd = currentTarget.selectionStart === currentTarget.value.length;
    // the list is always open and keeps the key from the dialog
    if (key === 'Escape' && !subject) return onEscape();
    if (subject && ['Escape', 'ArrowLeft', 'Backspace'].includes(key)) setSubject(undefined);
    else if (!subject && key === 'ArrowRight' && isAtEnd && hit && hasActions(hit)) setSubject(hit);
    else return;
    event.preventDefault();
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <PaletteField
          label={label}
          value={text}
          onChange={(changed) => {
            setSubject(undefined);
            setText(changed);
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label="Команды и результаты поиска" className={classes.options}>
        {subject ? (
          <Group label={subject.label}>
            {actionsOf(subject).map((action) => (
              <HitOption key={action.label} {...action} to={action.to ?? subject.to} />
            ))}
          </Group>
        ) : (
          <Found recentHits={recentHits} matching={matching} search={search} optionOf={optionOf} />
        )}
      </Combobox.Options>
      <KeyHint of={subject ? 'back' : listed.some((hit) => hit && hasActions(hit)) && 'actions'} />
      <HitsStatus search={search} />
    </Combobox>
  );
}

interface FoundProps {
  recentHits: Hit[];
  matching: Command[];
  search: Search;
  optionOf: (hit: Hit) => ReactNode;
}

const Found = ({ recentHits, matching, search, optionOf }: FoundProps) => (
  <>
    <Group label="Недавние пациенты">{recentHits.map(optionOf)}</Group>
    <Group label="Перейти">
      {matching.map(({ label, icon }) => (
        <HitOption key={label} to={label} icon={icon} label={label} />
      ))}
    </Group>
    <Group label="Найдено">{search.hits.map(optionOf)}</Group>
    {search.hits.length + matching.length === 0 && (
      <Combobox.Empty>{sentenceWithoutHits(search)}</Combobox.Empty>
    )}
  </>
);

const Group = ({ label, children }: { label: string; children: ReactNode[] }) =>
  children.length > 0 && <Combobox.Group label={label}>{children}</Combobox.Group>;

/** Hidden from screen readers, which read the same hint with the options. */
const KeyHint = ({ of }: { of: 'back' | 'actions' | false }) =>
  of && (
    <div className={classes.hint} aria-hidden>
      <Key name={of === 'back' ? '←' : '→'} />
      {of === 'back' ? 'назад к списку' : 'что сделать с найденным'}
    </div>
  );
