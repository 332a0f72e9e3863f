import { familiesContract } from '#shared/options/families/contract.ts';
import { familyNoteRefusals as wordings } from '#shared/options/families/note-wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { addDays } from '#shared/school/school-time.ts';
import {
  correctingRoles,
  requireClassRegisterAccess,
  requireStudentInOwnClass,
} from '../../../attendance/register/class-access.ts';
import { type DayOfTerm, readPlacesOnDays } from '../../../attendance/register/students-of-class-on-day.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { filesBucket, readFileSize } from '../../../platform/files/file-storage.ts';
import { signFileLink } from '../../../platform/files/uploads.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { readSessionCookie } from '../../../platform/requests/cookies.ts';
import { readPartitionsTogether } from '../../../platform/table/gather-partitions.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { type StudentItem, studentKey, studentName } from '../../../students/records/store.ts';
import {
  changeFamilyNote,
  type FamilyNoteItem,
  familyNoteKey,
  isKeptNote,
  isOpenNote,
  notePictureKey,
  toNoteAnswer,
  withNoteMessage,
} from '../records/family-note.ts';

const readingRoles = [...correctingRoles, 'dean'] as const;

const shown = [
  ...(['studentId', 'id', 'from', 'to', 'year', 'term', 'days', 'why', 'words', 'picture', 'state'] as const),
  ...(['messages', 'sentAt', 'acceptedBy', 'acceptedAt', 'excused', 'left', 'version', 'expires'] as const),
] as const satisfies readonly (keyof FamilyNoteItem)[];

export const listFamilyNotes = callHandler(familiesContract.listFamilyNotes, {
  handle: async ({ input: { class_id: classId }, caller, request: { now } }) => {
    const period = await readCurrentPeriod();
    await requireClassRegisterAccess({ caller, classId, year: period?.year }, readingRoles);
    const students = await listStudentsWithNotesInClass(classId, { today: schoolDay(now), ofTerm: period });
    const notes = (await readPartitionsTogether({
      partitions: students.map(({ studentId }) => `family-notes#${studentId}`),
      only: shown,
      consistent: true,
    })) as unknown as FamilyNoteItem[];
    const byId = new Map(students.map((student) => [student.studentId, student]));
    return notes
      .filter((note) => isKeptNote(note, now))
      .filter((note) => isOpenNote(note) || (note.state === 'accepted' && note.to >= schoolDay(now)))
      .sort((a, b) => a.from.localeCompare(b.from) || a.sentAt.localeCompare(b.sentAt))
      .flatMap((note) => {
        const student = byId.get(note.studentId);
        return student ? [toSchoolAnswer(student, note)] : [];
      });
  },
});

export const openFamilyNotePicture = callHandler(familiesContract.openFamilyNotePicture, {
  prefetch: ({ student_id, id }) => ({ student: studentKey(student_id), note: familyNoteKey(student_id, id) }),
  handle: async ({ caller, found: { student: stored, note }, request }) => {
    const student = await requireStudentOfNotes({ student: stored, caller, now: request.now }, readingRoles);
    const { picture: type } = note ?? {};
    if (!note || !type || (await readFileSize(filesBucket(), notePictureKey(note))) === undefined)
      throw new NotFoundError(wordings.noPicture);
    const name = `${studentName(student, student.studentId)} absence note ${note.from}.${type === 'image/png' ? 'png' : 'jpg'}`;
    const session = readSessionCookie(request);
    return { url: await signFileLink(notePictureKey(note), { name, type, isSaved: false, session }), type };
  },
});

export const askAboutFamilyNote = callHandler(familiesContract.askAboutFamilyNote, {
  prefetch: ({ student_id, id }) => ({ student: studentKey(student_id), note: familyNoteKey(student_id, id) }),
  handle: async ({ input: { student_id: studentId, id, version, text }, caller, found, request }) => {
    const student = await requireStudentOfNotes({ student: found.student, caller, now: request.now }, correctingRoles);
    const message = { isOfSchool: true, by: caller.name, at: request.now.toISOString(), text };
    const change = (note: FamilyNoteItem) => withNoteMessage(note, message);
    return toSchoolAnswer(
      student,
      await changeFamilyNote({ studentId, id, version }, { change, by: { caller, request } }),
    );
  },
});

/** The notes of somebody who has left wait in the last class for so many days. */
const leaverDays = 30;

/**
 * The day whose class has a student's notes, whatever days they are about: today, or the last day at the school. It
 * decides both in which list a note is and by whom it is answered: after a change of class that is the new class alone.
 */
const dayOfNotes = (
  { status, date_of_leaving: left }: Pick<StudentItem, 'status' | 'date_of_leaving'>,
  today: string,
) =>
  status === 'archived' && left !== undefined && left < today && left >= addDays(today, -leaverDays) ? left : today;

async function listStudentsWithNotesInClass(
  classId: string,
  { today, ofTerm }: { today: string; ofTerm: DayOfTerm['ofTerm'] },
) {
  const days = [today, addDays(today, -leaverDays)].map((date) => ({ date, ofTerm }));
  const { students, classOf } = await readPlacesOnDays([classId], days);
  return [...students.values()].filter(
    (student) => classOf(student.studentId, { date: dayOfNotes(student, today), ofTerm }) === classId,
  );
}

/**
 * The student, where the caller has an allowed role in the class that has the student's notes. @throws ForbiddenError
 */
export async function requireStudentOfNotes(
  { student, caller, now }: { student: StudentItem | undefined; caller: Caller; now: Date },
  allowed: Parameters<typeof requireStudentInOwnClass>[1],
): Promise<StudentItem> {
  const today = schoolDay(now);
  const date = student ? dayOfNotes(student, today) : today;
  return requireStudentInOwnClass({ student, caller, date, ofTerm: await readCurrentPeriod() }, allowed);
}

/** A note with its student. */
export const toSchoolAnswer = (
  student: Pick<StudentItem, 'studentId' | 'firstName' | 'lastName'>,
  note: FamilyNoteItem,
) => ({ ...toNoteAnswer(note), student_id: student.studentId, name: lastFirst(student) });
