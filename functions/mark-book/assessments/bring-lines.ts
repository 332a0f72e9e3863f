import { ConflictError } from '../../platform/errors.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { readPoints } from '../../platform/table/table.ts';
import {
  type AssessmentItem,
  assessmentPoint,
  type CourseWorkItem,
  courseWorkPoint,
  type WorkMark,
  writeLine,
} from '../store.ts';

/** What follows from a change of an assessment for the lines of its page. */
export interface Following {
  page: string;
  number: number;
  formLevel: number;
  caller: Pick<Caller, 'accountId' | 'name'>;
  request: Pick<RequestFacts, 'now' | 'idempotencyKey'>;
}

/** How one line is to look; undefined where it does so already. */
export interface LineChange {
  marks: CourseWorkItem['marks'];
  field: string;
  before: unknown;
  after: unknown;
  removed?: { number: number; mark: WorkMark; deletedAt: string; expires: number };
}
type Decide = (line: CourseWorkItem, assessment: AssessmentItem | undefined) => LineChange | undefined;

const atOnce = 20;
const rounds = 8;

/**
 * Brings lines to what follows from the stored assessment. A line that was changed meanwhile is read again, together with the
 * assessment, and decided anew; so doing it once more carries on where it stopped.
 */
export async function bringLines({
  lines,
  assessment,
  decide,
  following,
}: {
  lines: readonly CourseWorkItem[];
  /** As it is stored. */
  assessment: AssessmentItem | undefined;
  decide: Decide;
  following: Following;
}): Promise<void> {
  const wanted = lines.filter((line) => decide(line, assessment));
  for (let start = 0; start < wanted.length; start += atOnce) {
    await Promise.all(
      wanted.slice(start, start + atOnce).map((line) => bring({ line, assessment }, decide, following)),
    );
  }
}

interface Stored {
  line: CourseWorkItem | undefined;
  assessment: AssessmentItem | undefined;
}

async function bring(first: Stored & { line: CourseWorkItem }, decide: Decide, following: Following): Promise<void> {
  const { studentId, year, term, subjectId } = first.line;
  const key = { studentId, year, term, subjectId };
  const { page, number, formLevel, caller, request } = following;
  let { line, assessment }: Stored = first;
  for (let round = 0; round < rounds; round += 1) {
    const change: LineChange | undefined = line && decide(line, assessment);
    if (!line || !change) return;
    const { marks, removed, ...audited } = change;
    const outcome = await writeLine({
      ...{ key, page: line.page, before: line, marks, removed, caller, request },
      student: { classId: line.classId, formLevel },
      changes: [audited],
    });
    if (outcome !== 'refused') return;
    ({ line, assessment } = (await readPoints({
      line: courseWorkPoint(key),
      assessment: assessmentPoint(page, number),
    })) as Stored);
  }
  throw new ConflictError('Marks are being entered right now. Please try again.');
}
