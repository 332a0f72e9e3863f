import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { courseMark } from '#shared/marks/marks.ts';
import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import {
  courseWorkOfRecord,
  SubjectRecordEntity,
  type SubjectRecordItem,
} from '../../../marks/records/subject-record.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import { sourcedKeys } from '../sourced-ids.ts';
import { active, type GivenGroup, type Projection } from './projection.ts';
import type { LineItemRecord, ResultRecord } from './records.ts';

/** Classes whose marks are read at a time. */
const atOnce = 4;

const parts = ['course', 'exam'] as const;
type Part = (typeof parts)[number];
const titles: Readonly<Record<Part, string>> = { course: 'Course work', exam: 'Examination' };

type TermOfYear = Projection['termsOfYear'][number];

/** The terms that have begun. */
const begunTerms = ({ facts, termsOfYear }: Projection): readonly TermOfYear[] =>
  termsOfYear.filter(({ term }) => facts.current !== null && term <= facts.current.term);

const schemeOf = ({ formLevel }: GivenGroup, { term }: TermOfYear): Scheme =>
  schemeFor(school().markingScheme, formLevel, term);

const lineItemId = ({ give }: Projection, of: { group: GivenGroup; term: TermOfYear; part: Part }): string =>
  give(
    'lineItem',
    sourcedKeys.lineItem({ classSourcedId: of.group.sourcedId, term: of.term.sourcedId, part: of.part }),
  );

/** Course work and the exam of each class in each term that has begun, where they count by the marking scheme. */
export function* lineItemsOf(projection: Projection): Iterable<LineItemRecord> {
  for (const term of begunTerms(projection)) {
    for (const group of projection.groups) {
      const scheme = schemeOf(group, term);
      for (const part of parts) {
        const counted = scheme[part];
        if (!counted) continue;
        yield {
          sourcedId: lineItemId(projection, { group, term, part }),
          ...active,
          title: titles[part],
          assignDate: term.dateStart,
          dueDate: term.dateEnd,
          classSourcedId: group.sourcedId,
          categorySourcedId: projection.give('category', sourcedKeys.category(part)),
          academicSessionSourcedId: term.sourcedId,
          resultValueMin: 0,
          resultValueMax: counted.max,
          schoolSourcedId: projection.org,
        };
      }
    }
  }
}

const givenOfRecord = [
  'studentId',
  'subjectId',
  'classId',
  'exam',
  'examOutOf',
  'examAt',
  'workSum',
  'workOutOf',
  'workAbsentOutOf',
  'workAt',
] as const satisfies readonly (keyof SubjectRecordItem)[];
type MarksOfRecord = Pick<SubjectRecordItem, (typeof givenOfRecord)[number]>;

/**
 * The marks of current students in the current year, as reports show them. A query a class and term. A mark whose class
 * is not taught the subject any more has no line item, and is left out.
 */
export async function* resultsOf(projection: Projection): AsyncIterable<ResultRecord> {
  const { facts } = projection;
  const { current } = facts;
  if (!current) return;
  const isStudent = new Set(facts.students.map(({ studentId }) => studentId));
  const groupsOf = Map.groupBy(projection.groups, ({ classId, subjectId }) => `${classId}#${subjectId}`);
  const studentsOf = new Map(projection.groups.map((group) => [group, new Set(group.students)]));
  const classIds = school().formClasses.map(({ id }) => id);
  for (const term of begunTerms(projection)) {
    for (let from = 0; from < classIds.length; from += atOnce) {
      const read = await inParallel(classIds.slice(from, from + atOnce), {
        atOnce,
        does: (classId) =>
          SubjectRecordEntity.queryBy(
            'ofClass',
            { year: current.year, term: term.term, classId },
            { only: [...givenOfRecord] },
          ),
      });
      for (const record of read.flat()) {
        const groups = groupsOf.get(`${record.classId}#${record.subjectId}`) ?? [];
        // Who has changed class since has none: the first stands for it.
        const group = groups.find((one) => studentsOf.get(one)?.has(record.studentId)) ?? groups[0];
        if (!group || !isStudent.has(record.studentId)) continue;
        const isUnderWay = term.term === current.term;
        for (const part of parts) {
          const result = resultOf(record, { projection, group, term, part, isUnderWay });
          if (result) yield result;
        }
      }
    }
  }
}

interface Place {
  projection: Projection;
  group: GivenGroup;
  term: TermOfYear;
  part: Part;
  /** Course work of the current term: more can come. */
  isUnderWay: boolean;
}

function resultOf(record: MarksOfRecord, place: Place): ResultRecord | null {
  const { projection, group, term, part } = place;
  const scheme = schemeOf(group, term);
  const counted = scheme[part];
  const mark: Mark | null = part === 'course' ? courseMark(courseWorkOfRecord(record), scheme) : (record.exam ?? null);
  if (!counted || mark === null) return null;
  const at = (part === 'course' ? record.workAt : record.examAt) ?? null;
  const lineItemSourcedId = lineItemId(projection, { group, term, part });
  const studentSourcedId = projection.userOfStudent(record.studentId);
  const isUnderWay = part === 'course' && place.isUnderWay;
  const entered = { ...scoreOf(mark, { part, outOf: record.examOutOf ?? counted.max, scheme }), isUnderWay };
  return {
    sourcedId: projection.give('result', sourcedKeys.result({ lineItemSourcedId, studentSourcedId })),
    ...active,
    lineItemSourcedId,
    studentSourcedId,
    scoreStatus: statusOf(mark, isUnderWay),
    score: entered.score,
    ...dateOf(at, term),
    textScore: entered.text,
    classSourcedId: group.sourcedId,
    inProgress: isUnderWay,
    missing: mark === 'Abs',
  };
}

/** When a mark was entered. Of one that does not say so: by the end of its term, and not after today. */
function dateOf(at: string | null, { dateEnd }: TermOfYear): Pick<ResultRecord, 'scoreDate' | 'supposes'> {
  if (at !== null) return { scoreDate: schoolDay(new Date(at)) };
  const today = schoolDay(new Date());
  return { scoreDate: dateEnd < today ? dateEnd : today, supposes: 'scoreDate' };
}

function statusOf(mark: Mark, isUnderWay: boolean): ResultRecord['scoreStatus'] {
  if (mark === 'Abs') return 'not submitted';
  if (mark === 'Ex') return 'exempt';
  return isUnderWay ? 'partially graded' : 'fully graded';
}

/**
 * A number is out of the line item's maximum: an exam mark that was entered out of another one (rule 2) is brought to
 * it, and its text says what was entered.
 */
function scoreOf(
  mark: Mark,
  { part, outOf, scheme }: { part: Part; outOf: number; scheme: Scheme },
): { score: number | null; text: string | null } {
  if (isMarkWord(mark)) return { score: null, text: mark };
  const max = scheme[part]?.max ?? outOf;
  if (part === 'course' || outOf === max) return { score: mark, text: null };
  return { score: Math.round((mark * max * 1000) / outOf) / 1000, text: `${mark} of ${outOf}` };
}
