import { AuditRowEntity, auditRow } from '#functions/platform/table/audit.ts';
import { school } from '#functions/school/records/school.ts';
import { cardProof, cardProofs } from '#functions/term-reports/report-cards/card-proofs.ts';
import { PostedReportEntity, toStoredCopy } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { postingAuditSubject, TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { cardProofParts } from '#options/functions/card-proof';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { executeActionOfTest } from './records.ts';

/** A card as it is frozen, of a student of 4A: two subjects, attendance, conduct, remarks. */
export const makePostedCard = (
  studentId: string,
  { year, term }: { year: number; term: 1 | 2 | 3 },
  change: Partial<ReportCard> = {},
): ReportCard => ({
  student: {
    id: studentId,
    name: `Lastname ${studentId}, Pupil ${studentId}`,
    classId: '4A',
    formLevel: 4,
    dateOfBirth: '2010-05-17',
    house: null,
  },
  period: {
    year,
    term,
    termTitle: `Term ${term}`,
    termStart: `${year}-09-02`,
    termEnd: `${year}-12-13`,
    newTermBeginning: `${year + 1}-01-06`,
  },
  attendance: { possible: 120, timesAbsent: 3, timesLate: 1 },
  maxima: { course: 30, exam: 70 },
  subjects: [
    {
      id: 'ENGL',
      title: 'English Language',
      course: '21',
      exam: '44',
      total: '65.0',
      timesLate: null,
      timesAbsent: 2,
      application: 'B',
      conduct: 'A',
      comment: 'Reads widely.',
      teacher: 'Eric Teacher',
    },
    {
      id: 'MATH',
      title: 'Mathematics',
      course: '25.5',
      exam: '60',
      total: '85.5',
      timesLate: 1,
      timesAbsent: 0,
      application: 'A',
      conduct: 'A',
      comment: null,
      teacher: 'Mona Núñez',
    },
  ],
  average: { text: '75.3', entered: 2, of: 2 },
  conduct: { authority: 'A', responsibility: 'B', cooperation: null },
  coCurricular: ['Chess'],
  music: null,
  remarks: { formTeacher: 'A good term.', dean: null },
  signatories: { formTeacher: 'Fiona Fox', dean: 'Otto Dean', principal: null },
  ...change,
});

/**
 * Posts one student's report of a term, as the office's posting leaves it; a later `version` is an edition of the same
 * posting.
 */
export async function postReportOfStudent(
  studentId: string,
  period: { year: number; term: 1 | 2 | 3 },
  {
    version = 1,
    change = {},
    postedAt = `${period.year}-12-15T15:00:00.000Z`,
  }: { version?: number; change?: Partial<ReportCard>; postedAt?: string } = {},
): Promise<void> {
  const card = makePostedCard(studentId, period, change);
  const edition = { ...period, version, base: 1, postedAt };
  cardProofs.fill(cardProofParts);
  const proof = (await cardProof()?.freeze([card], edition, school()))?.ofStudent.get(studentId);
  await executeActionOfTest(
    PostedReportEntity.create(toStoredCopy(edition, { school: school(), card, layout: standardLayout, proof })),
  );
  const row = auditRow({
    subject: postingAuditSubject(period),
    by: {
      caller: { accountId: 'A1', name: 'Ada Office' },
      request: { now: new Date(postedAt), idempotencyKey: `frozen-${studentId}-${version}` },
    },
    changes: [{ field: `frozen ${version}`, before: null, after: [studentId] }],
  });
  await executeActionOfTest(AuditRowEntity.create(row));
  const editions = Array.from({ length: version }, (_, index) => index + 1);
  await executeActionOfTest(
    TermPostingEntity.put({ ...period, isPosted: true, version, editions, postedAt, postedBy: 'Ada Office' }),
  );
}
