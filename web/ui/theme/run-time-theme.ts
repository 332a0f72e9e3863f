/**
 * In the place of Amplify's default theme and of what reckons with it, at run time: 40 KB of tokens that are read only for style props,
 * which no screen passes. Colours and measures are in the sheet (amplify-sheet.ts).
 */
export const defaultTheme = { name: 'formroom', tokens: {}, breakpoints: { values: {}, defaultBreakpoint: 'base' } };
export const createTheme = () => defaultTheme;
