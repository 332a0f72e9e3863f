/**
 * In the place of Amplify's `useStyles`, which turns style props into style attributes: no screen passes one. With it go its default
 * theme, breakpoints and a part of lodash (ADR 0007).
 */
export const useStyles = (props: object, style?: object) => ({ propStyles: style, nonStyleProps: props });
