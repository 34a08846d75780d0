import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Deep teal. White on shade 7 has a contrast of 5.6 : 1. */
const teal: MantineColorsTuple = [
  '#edf7f8',
  '#d8ecef',
  '#b2d9e0',
  '#86c4ce',
  '#5db0be',
  '#3a9cac',
  '#1f879a',
  '#0b7285',
  '#096070',
  '#064c59',
];

/** Greys of the hue of the teal: shade 0 is text, 4 borders, 6 fields, 7 cards. */
const dark: MantineColorsTuple = [
  '#dbe2e6',
  '#b8c2c8',
  '#9aa5ac',
  '#6d7980',
  '#3a4248',
  '#2c3338',
  '#23292d',
  '#1c2024',
  '#171b1e',
  '#14171a',
];

export const theme = createTheme({
  colors: { teal, dark },
  primaryColor: 'teal',
  primaryShade: 7,
  defaultRadius: 'md',
  fontFamily: "'Golos Text', system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
  headings: {
    fontFamily: "'Golos Text', system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  fontSizes: {
    xs: '0.8125rem',
    sm: '0.875rem',
    md: '0.9375rem',
    lg: '1.0625rem',
    xl: '1.25rem',
  },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  respectReducedMotion: true,
  cursorType: 'pointer',
});
