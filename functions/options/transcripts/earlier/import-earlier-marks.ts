import type { Input } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import {
  type EarlierMark,
  earlierMarkKey,
  isSameMark,
  maxMarksOfStudent,
  mergeEarlierMarks,
} from '#shared/options/transcripts/earlier-marks.ts';
import { earlierWordings } from '#shared/options/transcripts/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { readItems } from '../../../platform/table/table.ts';
import { studentAuditSubject, studentKey } from '../../../students/records/store.ts';
import { EarlierMarksEntity, earlierMarksKey, undoableEarlierMarks } from '../records/earlier-marks.ts';
import { readPostedTermsOfStudents } from './posted-terms-of-students.ts';

type Chosen = Input<typeof transcriptsContract.importEarlierMarks>['students'][number];

export const importEarlierMarks = callHandler(transcriptsContract.importEarlierMarks, {
  prefetch: ({ students }) => ({
    stored: students.map(({ student_id }) => earlierMarksKey(student_id)),
    there: students.map(({ student_id }) => studentKey(student_id)),
  }),
  handle: async ({ input: { students }, found, caller, request }) => {
    const undo = request.idempotencyKey;
    // The versions that a repeated request brings are those of before.
    const { act } = await readItems({ act: undoableEarlierMarks.key(undo) });
    if (act) return { taken: act.change.details.marks, students: act.change.details.students, undo };
    const there = new Set(found.there.map(({ studentId }) => studentId));
    if (students.some(({ student_id }) => !there.has(student_id))) throw new NotFoundError(studentWordings.notFound);
    await refusePosted(students);
    const stored = new Map(found.stored.map((record) => [record.studentId, record]));
    const changes = students.flatMap(({ student_id: studentId, version, marks }) => {
      const before = stored.get(studentId);
      const added = newMarks(before?.marks ?? [], marks);
      if (added.length === 0) return [];
      if ((before?.version ?? 0) !== version) throw new ConflictError(earlierWordings.changedMeanwhile);
      const merged = mergeEarlierMarks(before?.marks ?? [], added);
      if (merged.length > maxMarksOfStudent)
        throw new ValidationError({ students: [earlierWordings.mostMarks(maxMarksOfStudent)] });
      return [{ studentId, before, added, merged }];
    });
    const taken = changes.reduce((sum, { added }) => sum + added.length, 0);
    if (taken === 0) return { taken, students: 0, undo: null };
    const outcome = await commit({
      by: { caller, request },
      changes: changes.map(({ studentId, before, merged }) =>
        before
          ? EarlierMarksEntity.change(before, {
              set: { marks: merged, version: before.version + 1 },
              where: { version: before.version },
            })
          : EarlierMarksEntity.create({ studentId, version: 1, marks: merged, attendance: [] }),
      ),
      undo: undoableEarlierMarks.keep({
        change: { kind: 'earlier marks imported', details: { students: changes.length, marks: taken } },
        what: `${pluralize(taken, 'earlier mark')} of ${pluralize(changes.length, 'student')}`,
        of: [EarlierMarksEntity],
      }),
      trail: changes.map(({ studentId, before, added }) => ({
        subject: studentAuditSubject(studentId),
        changes: added.map((mark) => ({
          field: earlierWordings.fieldOfTrail(mark),
          before: findStored(before?.marks ?? [], mark)?.mark ?? null,
          after: mark.mark,
        })),
      })),
    });
    if (isRefused(outcome)) throw new ConflictError(earlierWordings.changedMeanwhile);
    return { taken, students: changes.length, undo };
  },
});

const findStored = (stored: readonly EarlierMark[], mark: EarlierMark): EarlierMark | undefined =>
  stored.find((one) => earlierMarkKey(one) === earlierMarkKey(mark));

/** The marks that are not stored so. */
const newMarks = (stored: readonly EarlierMark[], marks: readonly EarlierMark[]): EarlierMark[] =>
  marks.filter((mark) => {
    const same = findStored(stored, mark);
    return !same || !isSameMark(same, mark);
  });

async function refusePosted(students: readonly Chosen[]): Promise<void> {
  const terms = new Set(students.flatMap(({ marks }) => marks.map(({ year, term }) => `${year} ${term}`)));
  const posted = await readPostedTermsOfStudents(
    students.map(({ student_id }) => student_id),
    terms,
  );
  for (const { student_id, marks } of students)
    for (const { year, term } of marks)
      if (posted.get(student_id)?.has(`${year} ${term}`))
        throw new ConflictError(earlierWordings.postedHere(year, term));
}
