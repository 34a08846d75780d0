import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Section } from './section.tsx';

const OPTIONS: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'Как в системе' },
  { value: 'light', label: 'Светлая' },
  { value: 'dark', label: 'Тёмная' },
];

/** Mantine stores the choice in this browser. */
export function ThemeSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Оформление">
      <SegmentedControl
        aria-label="Оформление"
        data={OPTIONS}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
    </Section>
  );
}
