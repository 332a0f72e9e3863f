import { academicYearIdOf } from '#shared/school/academic-year.ts';
import type { AcademicPeriod } from '#shared/school/contract.ts';
import type { PeriodDetail } from '../records/period-changes.ts';
import type { PeriodItem } from '../records/periods.ts';

/** A stored period as the calls write it. */
export function toAcademicPeriod(period: PeriodItem, current: { year: number; term: number } | null): AcademicPeriod {
  return {
    academic_year_id: academicYearIdOf(period.year),
    term: period.term,
    possible_attendance: period.possibleAttendance ?? null,
    date_start: period.dateStart ?? null,
    date_end: period.dateEnd ?? null,
    new_term_beginning: period.newTermBeginning ?? null,
    is_current: current?.year === period.year && current.term === period.term,
  };
}

/** The record's names of the fields that are saved one by one. */
export const periodFields = {
  possible_attendance: 'possibleAttendance',
  date_start: 'dateStart',
  date_end: 'dateEnd',
  new_term_beginning: 'newTermBeginning',
} as const satisfies Partial<Record<keyof AcademicPeriod, PeriodDetail>>;
