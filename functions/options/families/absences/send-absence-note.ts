import { familiesContract } from '#shared/options/families/contract.ts';
import { maxDaysPerNote, maxOpenNotes } from '#shared/options/families/family-note.ts';
import { familyNoteRefusals as wordings } from '#shared/options/families/note-wordings.ts';
import { readClosedDays } from '../../../attendance/records/open-attendance.ts';
import { readSchoolDays, requireAttendanceInUse } from '../../../attendance/records/school-calendar.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { createFamilyNote, expiryOfNote, FamilyNoteEntity, isOpenNote, toNoteAnswer } from '../records/family-note.ts';
import { deleteFamilyUpload } from '../records/family-uploads.ts';
import { requireStudentIdOfCaller } from '../reports/posted-report.ts';
import { keepNotePicture } from './note-pictures.ts';

export const sendAbsenceNote = callHandler(familiesContract.sendAbsenceNote, {
  handle: async ({ input: { note, ticket }, caller, request }) => {
    requireAttendanceInUse();
    const { now, idempotencyKey: id } = request;
    const studentId = requireStudentIdOfCaller(caller);
    const known = await FamilyNoteEntity.query({ studentId });
    const earlier = known.find((one) => one.id === id);
    if (earlier) return toNoteAnswer(earlier);
    if (known.filter(isOpenNote).length >= maxOpenNotes) throw new ConflictError(wordings.tooManyOpen(maxOpenNotes));
    const place = await requireDaysOfNote(note, now);
    const { from, to, why, words } = note;
    const picture = ticket === null ? undefined : await keepNotePicture(ticket, { note: { studentId, id }, now });
    const sent = await createFamilyNote(
      {
        studentId,
        id,
        from,
        to,
        why,
        words: words === '' || words === null ? undefined : words,
        ...place,
        picture,
        state: 'sent',
        sentAt: now.toISOString(),
        version: 1,
        expires: expiryOfNote(now),
      },
      { caller, request },
    );
    if (ticket !== null) await deleteFamilyUpload(ticket);
    return toNoteAnswer(sent);
  },
});

/**
 * Calendar days of the longest range that is looked at; a longer one has more than the school days of a note in any
 * case.
 */
const maxCalendarDays = 120;

/**
 * The term and the number of the school days from the first to the last day.
 * @throws ValidationError where there are none or too many, where they are in two terms, or where their attendance is
 * closed (rule 49)
 */
async function requireDaysOfNote({ from, to }: { from: string; to: string }, now: Date) {
  const tooMany = () => new ValidationError({ to: [wordings.tooManyDays(maxDaysPerNote)] });
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > maxCalendarDays) throw tooMany();
  const {
    days,
    calendar: { terms },
  } = await readSchoolDays({ from, to });
  const [first] = days;
  if (!first) throw new ValidationError({ from: [wordings.noSchoolOnDays] });
  if (days.length > maxDaysPerNote) throw tooMany();
  const { year, term } = first;
  if (days.some((one) => one.year !== year || one.term !== term))
    throw new ValidationError({ to: [wordings.twoTerms] });
  const dates = days.map(({ date }) => date);
  if ((await readClosedDays(dates, { now, terms })).size > 0) throw new ValidationError({ from: [wordings.closed] });
  return { year, term, days: days.length };
}
