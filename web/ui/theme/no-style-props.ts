/**
 * Replaces Amplify's `useStyles`, which turns style props into style attributes: no screen passes one. Without it
 * Amplify's default theme, breakpoints and lodash stay out of the bundle (ADR 0007).
 */
export const useStyles = (props: object, style?: object) => ({ propStyles: style, nonStyleProps: props });
