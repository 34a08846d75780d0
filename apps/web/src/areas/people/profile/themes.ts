import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';

const THEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'Как в системе' },
  { value: 'light', label: 'Светлая' },
  { value: 'dark', label: 'Тёмная' },
];

/** Mantine stores the choice in this browser. */
export function useThemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return {
    themes: THEMES,
    theme: colorScheme,
    chooseTheme: (value: string) => setColorScheme(value as MantineColorScheme),
  };
}
