import { displayDate } from './display-date.ts';

/** The details of a term that are saved one by one, by the record's names. */
export type PeriodDetail = 'possibleAttendance' | 'dateStart' | 'dateEnd' | 'newTermBeginning';

/** A change of one detail; null is blank. */
export interface PeriodFieldChange {
  field: PeriodDetail;
  before: number | string | null;
  after: number | string | null;
}

/** How the screens call them, in the order of the form. */
export const periodDetailLabels: Readonly<Record<PeriodDetail, string>> = {
  possibleAttendance: 'Possible Attendance',
  dateStart: 'Term Start',
  dateEnd: 'Term End',
  newTermBeginning: 'New Term Beginning',
};

/** Their names in the calls. */
export const periodFieldNames = {
  possibleAttendance: 'possible_attendance',
  dateStart: 'date_start',
  dateEnd: 'date_end',
  newTermBeginning: 'new_term_beginning',
} as const satisfies Record<PeriodDetail, string>;

/** What the current term cannot be without: register, possible attendance and report cards are computed from it. */
export const detailsOfCurrentTerm = ['possibleAttendance', 'dateStart', 'dateEnd'] as const satisfies PeriodDetail[];

/** Whether a detail says nothing: a term without a single session is one without possible attendance. */
export const isBlankDetail = (value: number | string | null | undefined): boolean =>
  value === undefined || value === null || value === 0;

/** "Term Start 01-Sep-2025, was 08-Sep-2025"; what was blank says no earlier value. */
export function describePeriodChange({ field, before, after }: PeriodFieldChange): string {
  const was = before === null ? '' : `, was ${detailText(before)}`;
  return `${periodDetailLabels[field]} ${after === null ? 'removed' : detailText(after)}${was}`;
}

const detailText = (value: number | string): string => (typeof value === 'number' ? String(value) : displayDate(value));
