import type { Output } from '#shared/http/contract.ts';
import type { familiesContract } from '#shared/options/families/contract.ts';
import { displayCode } from '#shared/options/signed-cards/signed-card.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { fieldsOfGroup, nameOnCard } from '#shared/term-reports/fields.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import { schoolDay } from '../../../school/records/school.ts';
import type { FrozenCard } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import type { ReportCard } from '../../../term-reports/report-cards/report-card.ts';
import { readShownCard } from '../../signed-cards/records/signed-card.ts';

/** What the page of a posted report shows. Pure. */
export function toReportPage({
  year,
  term,
  card,
  postedAt,
  school,
  proof,
}: FrozenCard): Output<typeof familiesContract.readMyReport> {
  const shown = readShownCard(proof);
  const { student, period, average, attendance, coCurricular, remarks } = card;
  return {
    year,
    term,
    title: termTitle({ year, term }),
    school: school.name,
    name: student.name,
    class_id: student.classId,
    posted_on: schoolDay(postedAt),
    code: shown && displayCode(shown.code),
    average,
    subjects: card.subjects.map(toSubject),
    attendance: [
      ...(attendance.possible === null ? [] : [{ label: 'Possible attendance', value: String(attendance.possible) }]),
      ...factsOf('attendance', attendance),
    ],
    conduct: factsOf('conduct', card.conduct),
    co_curricular: coCurricular,
    music: card.music ? factsOf('music', card.music) : [],
    remarks: [...remarkOf(remarkTitles.formTeacher, remarks.formTeacher), ...remarkOf(remarkTitles.dean, remarks.dean)],
    new_term_beginning: period.newTermBeginning,
  };
}

/** Of what a card holds of a subject, what families are shown. */
const toSubject = ({
  title,
  course,
  exam,
  total,
  application,
  conduct,
  comment,
  teacher,
  timesLate,
  timesAbsent,
}: ReportCard['subjects'][number]) => ({
  title,
  course,
  exam,
  total,
  application,
  conduct,
  times_late: timesLate,
  times_absent: timesAbsent,
  comment,
  teacher,
});

const remarkOf = (title: string, text: string | null) => (text === null ? [] : [{ title, text }]);

/**
 * What a group of the card says, by the labels of the fields: fields that were introduced after the posting are left
 * out.
 */
const factsOf = (group: 'attendance' | 'conduct' | 'music', values: object) =>
  fieldsOfGroup(group).flatMap((field) => {
    const value: unknown = (values as Record<string, unknown>)[nameOnCard(field)];
    return value === null || value === undefined ? [] : [{ label: field.label, value: String(value) }];
  });
