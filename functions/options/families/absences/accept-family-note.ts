import { familiesContract } from '#shared/options/families/contract.ts';
import { noteText } from '#shared/options/families/family-note.ts';
import { familyNoteRefusals as wordings } from '#shared/options/families/note-wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { type AttendanceItem, recordUnlessDeleted } from '../../../attendance/records/attendance-record.ts';
import { correctingRoles } from '../../../attendance/register/class-access.ts';
import { writeDaysOfNotice } from '../../../attendance/student-days/write-absence-notice.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { AuditRowEntity, isChangeDone } from '../../../platform/table/audit.ts';
import { readItems } from '../../../platform/table/table.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { studentKey } from '../../../students/records/store.ts';
import {
  FamilyNoteEntity,
  type FamilyNoteItem,
  familyNoteKey,
  isOpenNote,
  noteAuditRow,
  noteAuditSubject,
  originOfNotes,
  requireOpenNote,
} from '../records/family-note.ts';
import { requireStudentOfNotes, toSchoolAnswer } from './family-notes.ts';

/** Makes a notice of the family's note: in the list of notices it can be withdrawn, and the note then waits again. */
export const acceptFamilyNote = callHandler(familiesContract.acceptFamilyNote, {
  prefetch: ({ student_id, id }) => ({ student: studentKey(student_id), note: familyNoteKey(student_id, id) }),
  handle: async ({ input: { student_id: studentId, id, version, excused }, caller, found, request }) => {
    const student = await requireStudentOfNotes({ student: found.student, caller, now: request.now }, correctingRoles);
    const readNote = async () => (await readItems({ note: familyNoteKey(studentId, id) })).note;
    /** The answer of a repeated request. */
    const answerAgain = async () => {
      const isDone = await isChangeDone(noteAuditSubject(studentId), request.idempotencyKey);
      const stored = isDone ? await readNote() : undefined;
      return stored && toSchoolAnswer(student, stored);
    };
    const again = found.note && isOpenNote(found.note) ? undefined : await answerAgain();
    if (again) return again;
    const proposed = requireOpenNote(found.note, version);
    const at = request.now.toISOString();
    const isExcused = excused === 'excused';
    const notice = {
      studentId,
      id,
      from: proposed.from,
      to: proposed.to,
      origin: originOfNotes,
      reason: noteText(proposed.why, proposed.words ?? null),
      excused: isExcused,
      by: caller.name,
      at,
    };
    const why = wordings.source(displayDate(schoolDay(new Date(proposed.sentAt))));
    let accepted: FamilyNoteItem | undefined;
    const written = await writeDaysOfNotice({ notice, by: { caller, request }, why }, async (records) => {
      const note = requireOpenNote(await readNote(), version);
      const after: FamilyNoteItem = {
        ...note,
        state: 'accepted',
        excused: isExcused,
        acceptedBy: caller.name,
        acceptedAt: at,
        left: records.flatMap(leftDay),
        version: note.version + 1,
      };
      accepted = after;
      return {
        includes: (record) => record === undefined || leftDay(record).length === 0,
        beside: [
          FamilyNoteEntity.put(after, { version: note.version }),
          AuditRowEntity.create(noteAuditRow(after, { before: note.state, by: { caller, request } })),
        ],
      };
    });
    if (written === notice && accepted) return toSchoolAnswer(student, accepted);
    // Another request has written the notice meanwhile.
    return (await answerAgain()) ?? toSchoolAnswer(student, requireOpenNote(await readNote(), version));
  },
});

/**
 * The day, where the note does not change it: a reason or an excuse that a person entered is not replaced, and who was
 * present needs none (rule 37). One function decides for the register and for what the answer says.
 */
function leftDay(stored: AttendanceItem): { date: string; reason: string }[] {
  const record = recordUnlessDeleted(stored);
  if (!record) return [];
  const { date, am, pm, reasonBy, excusedBy } = record;
  const by = reasonBy ?? excusedBy;
  if (by !== undefined) return [{ date, reason: wordings.leftExplained(by) }];
  const held = [am, pm].filter((mark) => mark !== undefined);
  return held.length > 0 && held.every((mark) => mark === 'P') ? [{ date, reason: wordings.leftPresent }] : [];
}
