import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { computeAverage } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { computeAttendanceSummary } from '../../../attendance/reports/summary.ts';
import { readClassEntries } from '../../../marks/records/class-entries.ts';
import { computeSubjectLines } from '../../../marks/records/subject-lines.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { PeriodItem } from '../../../school/records/periods.ts';
import { school } from '../../../school/records/school.ts';
import { readLeaversOfTerm } from '../../../students/records/term-leavers.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import { readFrozenCardsOfClass } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import type { PostingItem } from '../../../term-reports/report-cards/posting/postings.ts';
import type { ReportCard } from '../../../term-reports/report-cards/report-card.ts';
import type { Attended, FiguresOfTerm } from './build-content.ts';
import type { CountedStudent } from './group-table.ts';

/** Classes whose copies are read at a time. */
const atOnce = 6;

interface TermToCount {
  year: number;
  term: 1 | 2 | 3;
  period: PeriodItem | undefined;
  posting: PostingItem | undefined;
  now: Date;
}

/**
 * What is counted of a term, of its posted copies where it is posted. Who has left in the term does not count (rule
 * 52). Requests: those of the attendance summary, and of a posted term a query a class, else those of the entries of
 * all classes.
 */
export async function readFiguresOfTerm(ofTerm: TermToCount): Promise<FiguresOfTerm> {
  const [students, attendance] = await Promise.all([
    ofTerm.posting?.isPosted ? listPosted(ofTerm.posting) : listEntered(ofTerm),
    readAttendance(ofTerm),
  ]);
  return { students, attendance };
}

async function listPosted(posting: PostingItem): Promise<CountedStudent[]> {
  const cards = await inParallel(school().formClasses, {
    atOnce,
    does: ({ id }) => readFrozenCardsOfClass(posting, id),
  });
  return cards.flatMap((ofClass) =>
    [...ofClass.values()].flatMap(({ card, hadLeft }) => (hadLeft ? [] : [countedOfCard(card)])),
  );
}

/** As the card was printed: figures are those on paper. */
const countedOfCard = ({ student, average, remarks, subjects }: ReportCard): CountedStudent => ({
  level: student.formLevel,
  average: average.text,
  hasRemark: isWritten(remarks.formTeacher),
  subjects: subjects.map(({ id, title, total, comment }) => ({
    id,
    title,
    total: toMark(total),
    hasComment: isWritten(comment),
  })),
});

const isWritten = (text: string | null): boolean => (text ?? '').trim() !== '';
const toMark = (total: string | null): Mark | null => (total === null || isMarkWord(total) ? total : Number(total));

async function listEntered({ year, term, period }: TermToCount): Promise<CountedStudent[]> {
  const { formClasses, markingScheme } = school();
  const classIds = formClasses.map(({ id }) => id);
  const [entries, titles] = await Promise.all([readClassEntries({ year, term, classIds }), readSubjectNamesById()]);
  const registered = entries.flatMap(({ reports }) => reports.map(({ studentId }) => studentId));
  const leavers = await readLeaversOfTerm(registered, period?.dateEnd ?? null);
  return formClasses.flatMap(({ form_level: level }, index) => {
    const { reports = [], records = [] } = entries[index] ?? {};
    const scheme = schemeFor(markingScheme, level, term);
    const recordsOf = Map.groupBy(records, ({ studentId }) => studentId);
    return reports.flatMap((report): CountedStudent[] => {
      if (leavers.has(report.studentId)) return [];
      const lines = computeSubjectLines(report, recordsOf.get(report.studentId) ?? [], scheme);
      return [
        {
          level,
          average: computeAverage(lines.map(({ total }) => total)).text,
          hasRemark: report.hasFormTeacherRemark,
          subjects: lines.map(({ subjectId, total, record }) => ({
            id: subjectId,
            title: titles.get(subjectId)?.title ?? subjectId,
            total,
            hasComment: record?.hasComment ?? false,
          })),
        },
      ];
    });
  });
}

/** As the attendance summary of the term's days has it; nothing where the term has no dates. */
async function readAttendance({ period, now }: TermToCount): Promise<FiguresOfTerm['attendance']> {
  const none: Attended = { attended: 0, taken: 0 };
  if (!period?.dateStart || !period.dateEnd) return { school: none, levels: new Map() };
  const summary = await computeAttendanceSummary({ from: period.dateStart, to: period.dateEnd }, now);
  return {
    school: summary.school,
    levels: new Map(summary.forms.map(({ formLevel, ...figures }) => [formLevel, figures])),
  };
}
