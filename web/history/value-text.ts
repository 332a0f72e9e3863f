/** A typed value for a reader. */
export const valueText = (value: number | string | null): string => (value === null ? '(blank)' : String(value));
