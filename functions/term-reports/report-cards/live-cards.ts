import { lastFirst } from '#shared/people/shared-names.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { listSubjectRecordsOfStudent } from '../../marks/records/subject-record.ts';
import { readClassContents, termReportKey } from '../../marks/records/term-report.ts';
import { listLessonsOfClass, listPostHoldersOfClass, readEmployeeNames } from '../../people/records/store.ts';
import {
  holderNames,
  isTermRunning,
  peopleOfClass,
  subjectsOfTerm,
  termPeopleKey,
} from '../../people/records/term-people.ts';
import { readItems } from '../../platform/table/table.ts';
import { currentPeriodKey, periodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { termLocksKey } from '../../school/records/term-locks.ts';
import { readStudents, studentKey } from '../../students/records/store.ts';
import { readLeaversOfTerm } from '../../students/records/term-leavers.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { buildReportCard, type CardFacts, DamagedRecordError } from './build-report-card.ts';
import { hasClassFigures, withClassFigures } from './class-figures.ts';
import { type LayoutsOfTerm, readLayoutsOfTerm } from './layouts/layout-of-card.ts';
import { postingKey } from './posting/postings.ts';
import type { CardToPost } from './posting-guards.ts';
import type { ReportCard } from './report-card.ts';

/**
 * Reads the facts that the cards of all classes share in a term. `people` and `subjects` are those of the term where it
 * is over (rule 74), else those of today: then `people` is undefined and there are `names`.
 * @param kept the layouts of the cards, in place of those of now
 */
export async function readTermFacts({ year, term }: { year: number; term: 1 | 2 | 3 }, kept?: LayoutsOfTerm) {
  const [{ people, period, ...stored }, subjects, layouts] = await Promise.all([
    readItems({
      period: periodKey(year, term),
      people: termPeopleKey({ year, term }),
      current: currentPeriodKey(),
      register: termLocksKey(),
      posting: postingKey({ year, term }),
    }),
    readSubjectNamesById(),
    kept ?? readLayoutsOfTerm(term),
  ]);
  const isRunning = isTermRunning({ year, term }, { ...stored, isPosted: stored.posting?.isPosted ?? false });
  if (people && !isRunning) return { period, layouts, subjects: subjectsOfTerm(people, subjects), people };
  return { period, layouts, subjects, names: await readEmployeeNames() };
}

type TermFacts = Awaited<ReturnType<typeof readTermFacts>>;

/** Reads the facts that the cards of one class share. */
async function readCardFacts(
  { classId, year }: { classId: string; year: number },
  ofTerm: Promise<TermFacts>,
): Promise<CardFacts> {
  const { period, subjects, people, names } = await ofTerm;
  return {
    school: school(),
    period,
    subjects,
    ...(people
      ? { ...peopleOfClass(people, classId), principal: people.principal }
      : { ...(await readPeopleOfToday({ classId, year }, names)), principal: school().principal }),
  };
}

/** Who teaches the class, its form teacher and dean as they are now. Two queries. */
async function readPeopleOfToday(
  { classId, year }: { classId: string; year: number },
  names: ReadonlyMap<string, string>,
): Promise<Pick<CardFacts, 'teachers' | 'formTeacher' | 'dean'>> {
  const [lessons, posts] = await Promise.all([
    listLessonsOfClass(classId, year),
    listPostHoldersOfClass(classId, year),
  ]);
  const teachersOf = Map.groupBy(lessons, (lesson) => lesson.subjectId);
  return {
    teachers: new Map(
      [...teachersOf].map(([subjectId, taught]) => [
        subjectId,
        taught.flatMap(({ employeeId }) => {
          const name = names.get(employeeId);
          return name === undefined ? [] : [{ employeeId, name }];
        }),
      ]),
    ),
    formTeacher: holderNames(posts, 'form teacher'),
    dean: holderNames(posts, 'dean'),
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
  /** Records that no card can be made of, with the fault. */
  damaged: { studentId: string; name: string; error: DamagedRecordError }[];
  /** The layout of a card that is not posted. */
  layoutOf: (card: ReportCard) => CardLayout;
  /** What each of the cards was made of, by student. */
  sources: ReadonlyMap<string, CardToPost>;
}

/** Classes that are read concurrently. With more, requests time out waiting for a connection while cards are built. */
export const classConcurrency = 8;

/** The attributes of a student that are on a card. */
const onCard = ['studentId', 'firstName', 'middleName', 'lastName', 'dateOfBirth', 'houseCode'] as const;

/**
 * The cards of a class as the marks are now. Reports of erased students have none. Pass `ofTerm` where several classes
 * of a term are read.
 */
export async function readLiveCardsOfClass(
  ofClass: ClassOfTerm,
  ofTerm: Promise<TermFacts> = readTermFacts(ofClass),
): Promise<LiveCards> {
  const [facts, { reports, records }] = await Promise.all([readCardFacts(ofClass, ofTerm), readClassContents(ofClass)]);
  const students = new Map(
    (
      await readStudents(
        reports.map(({ studentId }) => studentId),
        onCard,
      )
    ).map((student) => [student.studentId, student]),
  );
  const recordsOf = Map.groupBy(records, (record) => record.studentId);
  const cards: ReportCard[] = [];
  const damaged: LiveCards['damaged'] = [];
  const madeOf = new Map<string, Pick<CardToPost, 'report' | 'records'>>();
  for (const report of reports) {
    const student = students.get(report.studentId);
    if (!student) continue;
    try {
      const own = recordsOf.get(report.studentId) ?? [];
      const card = buildReportCard({ facts, student, report, records: own });
      cards.push(card);
      madeOf.set(report.studentId, { report, records: own });
    } catch (error) {
      // Any other error is not in this record: the next card would fail too, or a retry succeed.
      if (!(error instanceof DamagedRecordError)) throw error;
      damaged.push({ studentId: report.studentId, name: lastFirst(student), error });
    }
  }
  const { layouts } = await ofTerm;
  const layoutOf = ({ student }: ReportCard) => layouts(student.formLevel);
  const figured = await withFiguresOfClass(cards, facts, layoutOf);
  const contents = { reports, records, withCard: new Set(madeOf.keys()) };
  const sources = new Map(
    figured.flatMap((card): [string, CardToPost][] => {
      const made = madeOf.get(card.student.id);
      return made ? [[card.student.id, { card, layout: layoutOf(card), ...made, ofClass: contents }]] : [];
    }),
  );
  return { cards: figured.sort((a, b) => a.student.name.localeCompare(b.student.name)), damaged, layoutOf, sources };
}

/** One request more, and only where a layout prints them. */
async function withFiguresOfClass(
  cards: ReportCard[],
  { period }: CardFacts,
  layoutOf: LiveCards['layoutOf'],
): Promise<ReportCard[]> {
  if (!cards.some((card) => hasClassFigures(layoutOf(card)))) return cards;
  const ids = cards.map(({ student }) => student.id);
  return withClassFigures(cards, await readLeaversOfTerm(ids, period?.dateEnd ?? null));
}

/**
 * One student's card as the marks are now, with its layout and its records; undefined where student or report is
 * missing.
 * @param kept the layouts of the cards, in place of those of now
 */
export async function readLiveCard(
  key: { studentId: string; year: number; term: 1 | 2 | 3 },
  kept?: LayoutsOfTerm,
): Promise<CardToPost | undefined> {
  const [{ student, report }, layouts] = await Promise.all([
    readItems({ student: studentKey(key.studentId), report: termReportKey(key) }),
    kept ?? readLayoutsOfTerm(key.term),
  ]);
  if (!student || !report) return undefined;
  const { classId, formLevel } = report;
  const layout = layouts(formLevel);
  const ofTerm = readTermFacts(key, layouts);
  if (hasClassFigures(layout)) {
    const { sources, damaged } = await readLiveCardsOfClass({ ...key, classId }, ofTerm);
    const own = damaged.find(({ studentId }) => studentId === key.studentId);
    if (own) throw own.error;
    return sources.get(key.studentId);
  }
  const [facts, records] = await Promise.all([
    readCardFacts({ classId, year: key.year }, ofTerm),
    listSubjectRecordsOfStudent(key),
  ]);
  return { card: buildReportCard({ facts, student, report, records }), layout, report, records };
}
