import { SegmentedControl } from '@mantine/core';
import { Section } from './section.tsx';
import { useThemes } from './themes.ts';

export function ThemeSection() {
  const { themes, theme, chooseTheme } = useThemes();
  return (
    <Section title="Оформление">
      <SegmentedControl aria-label="Оформление" data={themes} value={theme} onChange={chooseTheme} />
    </Section>
  );
}
