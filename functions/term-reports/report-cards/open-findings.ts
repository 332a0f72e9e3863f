import { actsPlace } from '#shared/place.ts';
import type { SubjectRecordItem } from '../../marks/records/subject-record.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import type { readPeopleOfEndedTerm } from '../../people/records/term-people.ts';
import { school } from '../../school/records/school.ts';
import type { Term } from '../../school/records/term-locks.ts';
import type { readSubjectNamesById } from '../../subjects/records/store.ts';

/** What the caller reads of a class and its term, so that it is not read twice. */
export interface ReadOfClass {
  contents: Promise<{ reports: TermReportItem[]; records: SubjectRecordItem[] }>;
  subjects: ReturnType<typeof readSubjectNamesById>;
  people: ReturnType<typeof readPeopleOfEndedTerm>;
}

/** Counts by student what was found on the reports of a class and not dismissed. */
export type CountOpenFindings = (
  ofClass: Term & { classId: string },
  now: Date,
  read: ReadOfClass,
) => Promise<ReadonlyMap<string, number>>;

export const openFindings = /* @__PURE__ */ actsPlace<CountOpenFindings>('open findings of reports');

/** What is found on the reports of a class; null where nothing of the school looks at them. */
export async function countOpenFindings(...of: Parameters<CountOpenFindings>) {
  const [count] = openFindings.of(school().options);
  return count ? count(...of) : null;
}
