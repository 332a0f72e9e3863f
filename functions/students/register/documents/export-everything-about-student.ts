import JSZip from 'jszip';
import { menuLabels } from '#shared/accounts/auth/permissions.ts';
import { fileKey, type MenuKey } from '#shared/http/contract.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { fileKinds, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { listReportsOfStudent, type TermReportItem } from '../../../marks/records/term-report.ts';
import { filesBucket, openFile } from '../../../platform/files/file-storage.ts';
import { keepDocument, signDocumentLink } from '../../../platform/files/kept-documents.ts';
import { hashSecret } from '../../../platform/identity/secrets.ts';
import { logMissingDocument } from '../../../platform/log.ts';
import { callHandler, type RequestFacts } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { readSessionCookie } from '../../../platform/requests/cookies.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { accessEventDays } from '../../../sessions/access-events.ts';
import { listPostedCopies } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import { listPostings } from '../../../term-reports/report-cards/posting/postings.ts';
import { readOrPrintPostedCard } from '../../../term-reports/report-cards/print/posted-card-file.ts';
import { findKeptFile } from '../../records/files/file-keys.ts';
import { readSections, type Sheet } from '../../records/sections-of-everything.ts';
import { requireStudent, type StudentItem, studentAuditSubject, studentKey, studentName } from '../../records/store.ts';
import { canSeeMarkBook, canSeeMarks, canSeeReportCards, canSeeReports } from '../student-overview.ts';
import { readAccessRows } from './access-rows.ts';
import { renderStudentWorkbook } from './student-workbook.ts';

/** A file of the zip, or the sentence why it is missing. */
type ZipPart = { name: string; bytes: Uint8Array } | { missing: string };

export const exportEverythingAboutStudent = callHandler(studentRegisterContract.exportEverythingAboutStudent, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ found, caller, request }) => {
    const student = requireStudent(found.student);
    const { studentId } = student;
    const name = studentName(student, studentId);
    // Before the data is read: the workbook has the trail, with this row.
    const changes = [{ field: 'everything', before: null, after: 'given out' }];
    await commit({
      by: { caller, request },
      changes: [],
      trail: { subject: studentAuditSubject(studentId), changes },
    });

    const reports = await listReportsOfStudent(studentId);
    const shows = { marks: canSeeMarks(caller), markBook: canSeeMarkBook(caller), reports: canSeeReports(caller) };
    const of = { reports, madeAt: request.now };
    const [access, sections] = await Promise.all([readAccessRows(studentId, of), readSections(studentId, of)]);
    const sheets: Sheet[] = [
      ...sections.flatMap((one) => one.sheets),
      ['Access', [[`When, of the last ${accessEventDays} days`, 'Event', 'Network'], ...access]],
    ];
    const besides: ZipPart[] = [
      ...hiddenPartSentences(caller).map((missing) => ({ missing })),
      ...(canSeeReportCards(caller) ? await readReportCards(studentId, reports, request) : []),
      ...(await Promise.all(fileKinds.map((kind) => readUploadedFile(student, kind)))).flat(),
      ...(await Promise.all(
        sections
          .flatMap(({ files }) => files)
          .map(async ({ name: file, key }): Promise<ZipPart> => {
            const body = (await openFile(filesBucket(), key))?.Body;
            return body
              ? { name: file, bytes: await body.transformToByteArray() }
              : { missing: `${file}: the file is not there.` };
          }),
      )),
    ];
    const missing = besides.flatMap((part) => ('missing' in part ? [part.missing] : []));
    const workbook = await renderStudentWorkbook({
      student,
      reports,
      shows,
      missing,
      more: sheets.filter(([, rows]) => rows.length > 1),
      madeAt: request.now,
    });
    const parts: ZipPart[] = [{ name: `${name} - Record.xlsx`, bytes: workbook }, ...besides];
    const zip = new JSZip();
    for (const part of parts) if ('bytes' in part) zip.file(part.name, part.bytes, { date: request.now });
    const bytes = await zip.generateAsync({ type: 'uint8array' });
    const key = fileKey('student-records', `${hashSecret(request.idempotencyKey)}.zip`);
    await keepDocument(key, bytes, 'application/zip');
    return {
      student_id: studentId,
      link: await signDocumentLink(key, {
        name: `${name} ${studentId}.zip`,
        type: 'application/zip',
        session: readSessionCookie(request),
      }),
      bytes: bytes.length,
      contents: parts.flatMap((part) => ('name' in part ? [part.name] : [])),
      missing,
    };
  },
});

/** Sentences, for the cover sheet and the screen, of the parts that the caller's menus do not permit. */
function hiddenPartSentences(caller: Caller): string[] {
  const needing = (...menus: MenuKey[]) =>
    `not included. An administrator who may open ${menus.map((menu) => menuLabels[menu]).join(' or ')} can make the file with them`;
  return [
    ...(canSeeMarks(caller) ? [] : [`Marks: ${needing('termReports', 'enterMarks')}.`]),
    ...(canSeeMarkBook(caller) ? [] : [`Marks of assessments: ${needing('courseMark')}.`]),
    ...(canSeeReports(caller) ? [] : [`Term reports: ${needing('termReports')}.`]),
    ...(canSeeReportCards(caller) ? [] : [`Report cards: ${needing('termReports')}.`]),
  ];
}

const titleOfCard = ({ year, term }: { year: number; term: number }) =>
  `Report Card ${academicYearTitle(year)} Term ${term}`;

/**
 * The file of each posted report card, which the school answers for (rule 57), and why a term has none: what is not
 * posted is a draft, and is not given out.
 */
async function readReportCards(
  studentId: string,
  reports: readonly TermReportItem[],
  { now }: RequestFacts,
): Promise<ZipPart[]> {
  const copies = await listPostedCopies(studentId, await listPostings());
  const isPosted = ({ year, term }: TermReportItem) => copies.some((copy) => copy.year === year && copy.term === term);
  const cards = copies
    .sort((a, b) => a.year - b.year || a.term - b.term)
    .map(async (posted): Promise<ZipPart> => {
      try {
        return { name: `Report Cards/${titleOfCard(posted)}.pdf`, bytes: await readOrPrintPostedCard(posted, now) };
      } catch (error) {
        logMissingDocument('report card', error);
        return { missing: `${titleOfCard(posted)}: it could not be printed. Please report this.` };
      }
    });
  const notPosted = reports
    .filter((report) => !isPosted(report))
    .map((report) => ({ missing: `${titleOfCard(report)}: it has not been posted.` }));
  return [...(await Promise.all(cards)), ...notPosted];
}

async function readUploadedFile(student: StudentItem, kind: (typeof fileKinds)[number]): Promise<ZipPart[]> {
  if (student[kind] === undefined) return [];
  const kept = findKeptFile(student, kind);
  const body = kept && (await openFile(filesBucket(), kept.key))?.Body;
  if (!kept || !body) {
    logMissingDocument(kind, new Error('The record names a file that is not there.'));
    return [{ missing: `${fileKindTitle(kind)}: the file is not there.` }];
  }
  const ending = kept.file.slice(kept.file.lastIndexOf('.'));
  return [{ name: `Files/${fileKindTitle(kind)}${ending}`, bytes: await body.transformToByteArray() }];
}
