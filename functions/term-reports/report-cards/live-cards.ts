import { lastFirst } from '#shared/people/last-first.ts';
import { recordsOfStudent } from '../../marks/records/subject-record.ts';
import { readClassContents, termReportKey } from '../../marks/records/term-report.ts';
import { employeeNames, lessonsOfClass, postHoldersOf } from '../../people/records/store.ts';
import { readItems } from '../../platform/table/table.ts';
import { periodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { studentKey, studentsByIds } from '../../students/records/store.ts';
import { subjectsById } from '../../subjects/records/store.ts';
import { buildReportCard, type CardFacts, DamagedRecordError } from './build-report-card.ts';
import type { ReportCard } from './report-card.ts';

/** What the cards of all classes have in common in a term. */
export async function readTermFacts({ year, term }: { year: number; term: 1 | 2 | 3 }) {
  const [{ period }, subjects, names] = await Promise.all([
    readItems({ period: periodKey(year, term) }),
    subjectsById(),
    employeeNames(),
  ]);
  return { period, subjects, names };
}

/** Reads what the cards of one class have in common. Give `ofTerm` where several classes of a term are read. */
export async function readCardFacts(
  { classId, year, term }: { classId: string; year: number; term: 1 | 2 | 3 },
  ofTerm: ReturnType<typeof readTermFacts> = readTermFacts({ year, term }),
): Promise<CardFacts> {
  const [{ period, subjects, names }, lessons, posts] = await Promise.all([
    ofTerm,
    lessonsOfClass(classId, year),
    postHoldersOf(classId, year),
  ]);
  const teachersOf = Map.groupBy(lessons, (lesson) => lesson.subjectId);
  const holders = (as: 'form teacher' | 'dean') =>
    posts
      .filter((post) => post.as === as)
      .map((post) => post.name)
      .join(', ') || null;
  return {
    school: school(),
    period,
    subjects,
    teachers: new Map(
      [...teachersOf].map(([subjectId, taught]) => [
        subjectId,
        taught.flatMap(({ employeeId }) => {
          const name = names.get(employeeId);
          return name === undefined ? [] : [{ employeeId, name }];
        }),
      ]),
    ),
    formTeacher: holders('form teacher'),
    dean: holders('dean'),
  };
}

interface ClassOfTerm {
  classId: string;
  year: number;
  term: 1 | 2 | 3;
}

export interface LiveCards {
  /** By name. */
  cards: ReportCard[];
  /** Records of which no card can be made, with what is damaged. */
  broken: { studentId: string; name: string; error: DamagedRecordError }[];
}

/** Classes that are read side by side: more would wait for a connection while the cards of others are made, and give up. */
export const classConcurrency = 8;

/** What a card says of a student: of the record a small part. */
const onCard = ['studentId', 'firstName', 'middleName', 'lastName', 'dateOfBirth', 'houseCode'] as const;

/** The cards of a class as the marks are now. Reports whose student nobody knows any more have none. */
export async function liveCardsOfClass(
  ofClass: ClassOfTerm,
  ofTerm?: ReturnType<typeof readTermFacts>,
): Promise<LiveCards> {
  const [facts, { reports, records }] = await Promise.all([readCardFacts(ofClass, ofTerm), readClassContents(ofClass)]);
  const students = new Map(
    (
      await studentsByIds(
        reports.map(({ studentId }) => studentId),
        onCard,
      )
    ).map((student) => [student.studentId, student]),
  );
  const recordsOf = Map.groupBy(records, (record) => record.studentId);
  const cards: ReportCard[] = [];
  const broken: LiveCards['broken'] = [];
  for (const report of reports) {
    const student = students.get(report.studentId);
    if (!student) continue;
    try {
      cards.push(buildReportCard({ facts, student, report, records: recordsOf.get(report.studentId) ?? [] }));
    } catch (error) {
      // Anything else is no matter of this record: the next one would fail too, or the next try succeed.
      if (!(error instanceof DamagedRecordError)) throw error;
      broken.push({ studentId: report.studentId, name: lastFirst(student), error });
    }
  }
  return { cards: cards.sort((a, b) => a.student.name.localeCompare(b.student.name)), broken };
}

/** One student's card as the marks are now; undefined where student or report is missing. */
export async function liveCardOf(key: {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
}): Promise<ReportCard | undefined> {
  const { student, report } = await readItems({ student: studentKey(key.studentId), report: termReportKey(key) });
  if (!student || !report) return undefined;
  const [facts, records] = await Promise.all([
    readCardFacts({ classId: report.classId, year: key.year, term: key.term }),
    recordsOfStudent(key),
  ]);
  return buildReportCard({ facts, student, report, records });
}
