import { academicYearIdOf, startYearOf } from '#shared/terms/academic-year.ts';
import type { AcademicPeriod } from '#shared/terms/contract.ts';
import type { PeriodItem } from '../../reference/periods.ts';

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

export function toPeriodItem(period: Omit<AcademicPeriod, 'is_current'>): PeriodItem {
  return {
    year: startYearOf(period.academic_year_id),
    term: period.term,
    ...(period.possible_attendance === null ? {} : { possibleAttendance: period.possible_attendance }),
    ...(period.date_start === null ? {} : { dateStart: period.date_start }),
    ...(period.date_end === null ? {} : { dateEnd: period.date_end }),
    ...(period.new_term_beginning === null ? {} : { newTermBeginning: period.new_term_beginning }),
  };
}
