import type { PlaceFields } from '../../../place/use-place.ts';

export interface ParametersProps {
  /** What the address has of a parameter. */
  get: (field: string) => string | null;
  /** Shows the report with these; null takes one away. */
  onShow: (chosen: PlaceFields) => void;
}

/** 'All' in a list; no id begins so. */
export const all = '*';

/** What a list's choice is in the address: nothing where it is all. */
export const unlessAll = (value: string | number): string | number | null => (value === all ? null : value);
