import type { Icon } from '@tabler/icons-react';

/** A button that acts at once, or a switch: its title, its key and its entry in the help come from here. */
interface ActionDescription {
  label: string;
  icon: Icon;
  /** below the icon on a wide screen */
  word?: string;
  /** `KeyboardEvent.code` with modifiers, as in `Shortcuts`, and the label of the key */
  code: string;
  shortcut: string;
  help: string;
}

/** A table of actions, by name. */
export const described = <Name extends string>(
  actions: Record<Name, ActionDescription>,
): Record<Name, ActionDescription> => actions;

export const helpLines = (actions: readonly ActionDescription[]): (readonly [string, string])[] =>
  actions.map(({ shortcut, help }) => [shortcut.replaceAll('+', ' + '), help]);

/** What a `ToolButton` shows of an action. */
export const buttonOf = ({ label, icon, word, shortcut }: ActionDescription) => ({
  label,
  icon,
  word,
  shortcut,
});
