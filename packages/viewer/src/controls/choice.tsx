import { Menu, Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './controls.module.css';

interface ChoiceProps<Value> {
  /** what is chosen here: tooltip and first part of the accessible name */
  label: string;
  /** text on the button; by default the label of the chosen option */
  shown?: string;
  icon?: ReactNode;
  /** of the text on the button, so that a choice does not move the buttons beside it */
  widthPx?: number;
  value: Value | undefined;
  options: readonly { value: Value; label: string; key?: string }[];
  onChange: (value: Value) => void;
}

/** A button that shows the chosen option and opens a menu of all options. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, shown, icon, widthPx, value, options, onChange } = props;
  const [opened, setOpened] = useState(false);
  const choose = (chosenValue: string) => {
    const option = options.find(({ value: each }) => String(each) === chosenValue);
    if (option) onChange(option.value);
  };
  const chosen = options.find((option) => option.value === value);
  return (
    <Menu position="bottom-end" offset={4} shadow="lg" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Tooltip label={label} position="bottom" openDelay={350} disabled={opened}>
          <button
            type="button"
            className={classes.choice}
            aria-label={`${label}: ${chosen?.label ?? shown ?? ''}`}
          >
            {icon}
            <span style={{ minWidth: widthPx }}>{shown ?? chosen?.label}</span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        <Menu.RadioGroup value={String(value)} onChange={choose}>
          {options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={String(option.value)}
              closeMenuOnClick
              rightSection={option.key && <kbd className={classes.key}>{option.key}</kbd>}
            >
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
