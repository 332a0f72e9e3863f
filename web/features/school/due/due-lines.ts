import type { Output } from '#shared/http/contract.ts';
import type { lessonsContract } from '#shared/people/lessons/contract.ts';
import { describeWorkWithoutTeacher } from '#shared/people/lessons/work-without-teacher.ts';
import { periodTitle, startYearOf } from '#shared/school/academic-year.ts';
import type { AcademicPeriod, termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { dueWordings as wordings } from '#shared/school/wordings.ts';
import type { termReportsContract } from '#shared/term-reports/contract.ts';
import type { SiteAddress } from '../../../address/use-address-state.ts';
import { sitePaths } from '../../../session/site-paths.ts';

export interface DueLine {
  text: string;
  /** Where it is done; null where that is this screen. */
  to: SiteAddress | null;
}

type DueTerm = Pick<AcademicPeriod, 'academic_year_id' | 'term' | 'date_end'>;

/**
 * What the lines are made of: undefined where the administrator may not see it, the school does not have it, or it
 * could not be loaded.
 */
export interface DueFacts {
  /** yyyy-MM-dd at the school. */
  today: string;
  current: DueTerm | undefined;
  terms: readonly DueTerm[];
  canSeeCompleteness: boolean;
  registration: Output<typeof termsContract.previewRegistration> | undefined;
  posting: Output<typeof termReportsContract.readPostingState> | undefined;
  work: Output<typeof lessonsContract.listWorkWithoutTeacher> | undefined;
  /** What waits of the school's options. */
  ofOptions: readonly DueLine[];
}

/** Days before the end of a term from which its marks are due. */
const daysBeforeEnd = 21;

/** A line for each thing that waits. */
export function dueLines(facts: DueFacts): DueLine[] {
  return [
    registrationLine(facts),
    marksLine(facts),
    ...postingLines(facts),
    workLine(facts),
    ...facts.ofOptions,
  ].filter((line) => line !== null);
}

function registrationLine({ current, registration = [] }: DueFacts): DueLine | null {
  const missing = registration.reduce((sum, one) => sum + one.not_registered, 0);
  return current && missing > 0 ? { text: wordings.notRegistered(missing, periodTitle(current)), to: null } : null;
}

function marksLine({ current, canSeeCompleteness, today }: DueFacts): DueLine | null {
  const end = current?.date_end;
  if (!current || !end || !canSeeCompleteness || today > end || daysBetween(today, end) > daysBeforeEnd) return null;
  return { text: wordings.marks(periodTitle(current), displayDate(end)), to: sitePaths.completeness };
}

/** Terms of this academic year that have ended. */
function postingLines({ current, terms, posting = [], today }: DueFacts): DueLine[] {
  return terms.flatMap((period) => {
    const { academic_year_id, term, date_end: end } = period;
    if (academic_year_id !== current?.academic_year_id || end === null || today <= end) return [];
    const ofTerm = posting.find((one) => one.year === startYearOf(academic_year_id) && one.term === term);
    return ofTerm?.posted === 0
      ? [{ text: wordings.notPosted(periodTitle(period), displayDate(end)), to: sitePaths.postReports }]
      : [];
  });
}

function workLine({ work }: DueFacts): DueLine | null {
  if (!work) return null;
  const counted = describeWorkWithoutTeacher(work);
  return counted === '' ? null : { text: wordings.withoutTeacher(counted), to: sitePaths.teachers };
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
