import { AbsenceNoticeEntity } from '#functions/attendance/records/absence-notice.ts';
import {
  FamilyNoteEntity,
  type FamilyNoteItem,
  originOfNotes,
} from '#functions/options/families/records/family-note.ts';
import { makeReportLinks, ReportLinkEntity } from '#functions/options/families/records/report-links.ts';
import { executeAction } from '#functions/platform/table/action.ts';
import {
  recordLinkOpened,
  recordLinkRefused,
  recordReportCardOpened,
  recordStudentRefused,
} from '#functions/sessions/student-access.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { cardProof } from '#functions/term-reports/report-cards/card-proofs.ts';
import { freezeCards } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { noteKeptDays, noteText } from '#shared/options/families/family-note.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { addDays, demoPeriod, isSchoolDay } from '../../demo-school/calendar.ts';
import { classWithAccounts } from '../../demo-school/students/student-sign-ins.ts';
import type { Seeding } from '../../demo-school/types.ts';
import { earlierReportCards, earlierTerm } from './earlier-term.ts';
import { seedRegistrations } from './seed-registrations.ts';

/** Somewhere in the town; documentation has the addresses. */
const address = '203.0.113.24';

/**
 * What families and the office did together before the first start: a posted term of one class, reports that were
 * opened by account and by link, refused tries, absence notes, and registrations. Written by the product's own
 * functions, a hundred records in all.
 */
export async function seedFamilies(seeding: Seeding): Promise<void> {
  const { school, today, office } = seeding;
  const inClass = await StudentEntity.queryBy('classList', { roster: classWithAccounts });
  const students = new Map(inClass.map((student) => [student.studentId, student]));
  const cards = earlierReportCards({ ...seeding, students });
  const term = earlierTerm(today);
  const postedAt = `${addDays(demoPeriod(term).dateEnd, 3)}T14:00:00.000Z`;
  const edition = { ...term, version: 1, base: 1, postedAt };
  const request = { now: new Date(postedAt), idempotencyKey: 'demo-posting' };
  const laidOut = cards.map((card) => ({ card, layout: standardLayout }));
  await freezeCards(edition, { school, cards: laidOut }, { caller: office, request });
  const posting = { ...term, isPosted: true, version: 1, editions: [1], postedAt, postedBy: office.name };
  await executeAction(TermPostingEntity.put(posting));
  const lists = (await cardProof()?.posted(posting, { now: request.now })) ?? [];
  await Promise.all(lists.map((list) => executeAction(list)));
  const opened = cards.map(({ student }) => ({ ...term, studentId: student.id, classId: student.classId }));
  const signedIn = seeding.signIns.filter(({ lastAt }) => lastAt !== null);
  await Promise.all([
    openReports(opened, { ...seeding, posting }),
    sendNotes(seeding),
    seedRegistrations({
      seed: seeding.seed,
      today,
      year: seeding.current.year,
      office,
      students: signedIn.flatMap(({ studentId }) => students.get(studentId) ?? []),
    }),
  ]);
}

type OpenedReport = Parameters<typeof recordLinkOpened>[0];

/** Those with accounts who have signed in opened theirs, but for one; of ten links four were used. */
async function openReports(
  reports: readonly OpenedReport[],
  { today, signIns, office, posting }: Seeding & { posting: Parameters<typeof makeReportLinks>[1]['posting'] },
): Promise<void> {
  const evening = addDays(today, -1);
  const at = (minute: number, id: string) => ({
    id: `demo-${id}-${minute}`,
    address,
    now: new Date(`${evening}T22:${String(minute).padStart(2, '0')}:00.000Z`),
  });
  const signedIn = new Set(signIns.filter(({ lastAt }) => lastAt !== null).map(({ studentId }) => studentId));
  const byAccount = reports.filter(({ studentId }) => signedIn.has(studentId)).slice(1);
  const withoutAccount = reports.filter(({ studentId }) => !signIns.some((one) => one.studentId === studentId));
  const linked = withoutAccount.slice(0, 10);
  await makeReportLinks(
    linked.map(({ studentId }) => studentId),
    { posting, by: { caller: office, request: { now: at(0, 'links').now, idempotencyKey: 'demo-links' } } },
  );
  const used = linked.slice(0, 4).map(({ year, term, studentId }, index) => {
    const wrong = index === 0 ? { add: { tries: 1 } } : {};
    const openedAt = at(30 + index, 'link').now.toISOString();
    return executeAction(ReportLinkEntity.update({ year, term, studentId }, { set: { openedAt }, ...wrong }));
  });
  await Promise.all([
    ...used,
    ...byAccount.map((report, index) => recordReportCardOpened(report, at(10 + index, 'card'))),
    ...linked.slice(0, 4).map((report, index) => recordLinkOpened(report, at(30 + index, 'link'))),
    ...byAccount.slice(0, 2).map(({ studentId }, index) => recordStudentRefused({ studentId }, at(5 + index, 'wrong'))),
    recordLinkRefused({ studentId: linked[0]?.studentId, isLockedOut: false }, at(29, 'wrong')),
  ]);
}

/** A note that waits, one that the school asks about, and one sent beforehand and accepted. */
async function sendNotes({ today, current, signIns, office }: Seeding): Promise<void> {
  const { dateStart, dateEnd } = demoPeriod(current);
  const within = (day: string) => (day < dateStart ? dateStart : day > dateEnd ? dateEnd : day);
  const from = (day: string, step: 1 | -1): string => (isSchoolDay(day) ? day : from(addDays(day, step), step));
  const before = from(within(addDays(today, -1)), -1);
  const after = from(within(addDays(today, 1)), 1);
  const [waiting, asked, told] = signIns.filter(({ lastAt }) => lastAt !== null).map(({ studentId }) => studentId);
  if (!waiting || !asked || !told) return;
  const sentAt = `${addDays(today, -1)}T23:10:00.000Z`;
  const noteOf = (studentId: string, day: string, note: Pick<FamilyNoteItem, 'why' | 'words' | 'state'>) => ({
    studentId,
    id: `student.${studentId}/demo`,
    from: day,
    to: day,
    ...current,
    days: 1,
    sentAt,
    version: 1,
    expires: Math.ceil(Date.parse(sentAt) / 1000) + noteKeptDays * 86_400,
    ...note,
  });
  const accepted = noteOf(told, after, { why: 'doctor', words: 'Eye test in the morning', state: 'accepted' });
  const at = `${today}T10:30:00.000Z`;
  await Promise.all(
    [
      FamilyNoteEntity.put(noteOf(waiting, before, { why: 'ill', words: 'A cold, with fever', state: 'sent' })),
      FamilyNoteEntity.put({
        ...noteOf(asked, before, { why: 'ill', words: undefined, state: 'asked' }),
        messages: [{ isOfSchool: true, by: office.name, at, text: 'Was there a visit to a doctor?' }],
      }),
      FamilyNoteEntity.put({ ...accepted, acceptedBy: office.name, acceptedAt: at, excused: true, left: [] }),
      AbsenceNoticeEntity.put({
        studentId: told,
        id: accepted.id,
        from: after,
        to: after,
        excused: true,
        by: office.name,
        at,
        reason: noteText(accepted.why, accepted.words ?? null),
        origin: originOfNotes,
      }),
    ].map(executeAction),
  );
}
