import { familiesContract } from '#shared/options/families/contract.ts';
import { familyNoteRefusals as wordings } from '#shared/options/families/note-wordings.ts';
import { requireAttendanceInUse } from '../../../attendance/records/school-calendar.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import {
  changeFamilyNote,
  deleteNotePicture,
  FamilyNoteEntity,
  type FamilyNoteItem,
  isKeptNote,
  toNoteAnswer,
  withNoteMessage,
} from '../records/family-note.ts';
import { requireStudentIdOfCaller } from '../reports/posted-report.ts';

export const listMyAbsenceNotes = callHandler(familiesContract.listMyAbsenceNotes, {
  handle: async ({ caller, request: { now } }) => {
    requireAttendanceInUse();
    const notes = await FamilyNoteEntity.query({ studentId: requireStudentIdOfCaller(caller) });
    return notes
      .filter((note) => isKeptNote(note, now))
      .sort((a, b) => b.sentAt.localeCompare(a.sentAt))
      .map(toNoteAnswer);
  },
});

export const answerAboutAbsenceNote = callHandler(familiesContract.answerAboutAbsenceNote, {
  handle: async ({ input: { id, version, text }, caller, request }) => {
    const change = (note: FamilyNoteItem): FamilyNoteItem => {
      if (note.state !== 'asked') throw new ConflictError(wordings.notAsked);
      return withNoteMessage(note, { isOfSchool: false, at: request.now.toISOString(), text });
    };
    const studentId = requireStudentIdOfCaller(caller);
    return toNoteAnswer(await changeFamilyNote({ studentId, id, version }, { change, by: { caller, request } }));
  },
});

/** The picture goes at once: nobody is to look at it any more. */
export const withdrawMyAbsenceNote = callHandler(familiesContract.withdrawMyAbsenceNote, {
  handle: async ({ input: { id, version }, caller, request }) => {
    const change = ({ picture: _picture, ...note }: FamilyNoteItem): FamilyNoteItem => ({
      ...note,
      state: 'withdrawn',
    });
    const studentId = requireStudentIdOfCaller(caller);
    const note = await changeFamilyNote({ studentId, id, version }, { change, by: { caller, request } });
    await deleteNotePicture({ studentId, id });
    return toNoteAnswer(note);
  },
});
