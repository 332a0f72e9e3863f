import type { RequestFacts } from '../platform/call-handler.ts';
import type { Caller } from '../platform/caller.ts';
import { ConflictError } from '../platform/errors.ts';
import { readPoints } from '../platform/table.ts';
import {
  type AssessmentItem,
  assessmentPoint,
  type CourseWorkItem,
  courseWorkPoint,
  readPage,
  writeLine,
} from './store.ts';

interface Spreading {
  page: string;
  number: number;
  formLevel: number;
  caller: Pick<Caller, 'accountId' | 'name'>;
  request: Pick<RequestFacts, 'now' | 'idempotencyKey'>;
}

const atOnce = 20;
const rounds = 8;

/**
 * Brings every mark of an assessment to the total that is stored, and with it every course mark. It asks for nothing but
 * what is stored, so stopped on the way, or met by another save, doing it again carries on. Returns what is stored.
 */
export async function spreadTotal(spreading: Spreading): Promise<AssessmentItem | undefined> {
  const { page, number } = spreading;
  const [{ stored }, { lines }] = await Promise.all([
    readPoints({ stored: assessmentPoint(page, number) }),
    readPage(page),
  ]);
  const stale = lines.filter((line) => marksUnder(line, { number, total: stored?.total }) !== undefined);
  for (let start = 0; start < stale.length; start += atOnce) {
    await Promise.all(
      stale.slice(start, start + atOnce).map((line) => bring(line, { ...spreading, total: stored?.total })),
    );
  }
  return stored;
}

/** The line's marks with this assessment's out of `total`; undefined where it is so already or cannot be. */
function marksUnder(
  line: CourseWorkItem | undefined,
  { number, total }: { number: number; total: number | undefined },
): CourseWorkItem['marks'] | undefined {
  const given = line?.marks[String(number)];
  const isRight = given === undefined || total === undefined || given.outOf === total || given.mark > total;
  return isRight ? undefined : { ...line?.marks, [String(number)]: { ...given, outOf: total } };
}

async function bring(first: CourseWorkItem, to: Spreading & { total: number | undefined }): Promise<void> {
  const { studentId, year, term, subjectId } = first;
  const key = { studentId, year, term, subjectId };
  let line: CourseWorkItem | undefined = first;
  let { total } = to;
  for (let round = 0; round < rounds; round += 1) {
    const marks = marksUnder(line, { number: to.number, total });
    if (!line || !marks) return;
    const name = String(to.number);
    const outcome = await writeLine({
      key,
      page: line.page,
      student: { classId: line.classId, formLevel: to.formLevel },
      before: line,
      marks,
      changes: [{ field: `assessment ${name} out of`, before: line.marks[name]?.outOf, after: total }],
      caller: to.caller,
      request: to.request,
    });
    if (outcome !== 'refused') return;
    const now: { line: CourseWorkItem | undefined; stored: AssessmentItem | undefined } = await readPoints({
      line: courseWorkPoint(key),
      stored: assessmentPoint(to.page, to.number),
    });
    line = now.line;
    total = now.stored?.total;
  }
  throw new ConflictError('Marks are being entered right now. Please try again.');
}
