/** "14 Mar 2026, 10:42" in the reader's own time. */
export const momentText = (utc: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(utc));

/** A typed value for a reader. */
export const valueText = (value: number | string | null): string => (value === null ? '(blank)' : String(value));
