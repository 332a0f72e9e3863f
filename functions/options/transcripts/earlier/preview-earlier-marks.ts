import { id } from '#shared/http/fields.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { maxEarlierStudents } from '#shared/options/transcripts/earlier-marks.ts';
import { earlierWordings } from '#shared/options/transcripts/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { parseAcademicYear, parseTerm } from '#shared/school/parse-period.ts';
import { createIdFinder, idsWithLeadingZeros } from '#shared/students/id-finder.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readMany } from '../../../platform/table/table.ts';
import { refusedFileError } from '../../../platform/xlsx/zip-archive.ts';
import { school } from '../../../school/records/school.ts';
import { readStudents } from '../../../students/records/store.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import { earlierMarksKey } from '../records/earlier-marks.ts';
import { judgeEarlierRows } from './judge-earlier-rows.ts';
import { readPostedTermsOfStudents } from './posted-terms-of-students.ts';
import { readEarlierFile, type WrittenRow } from './read-earlier-file.ts';

export const previewEarlierMarks = callHandler(transcriptsContract.previewEarlierMarks, {
  handle: async ({ input: { file } }) => {
    const { rows, notes } = await readEarlierFile(await file.bytes());
    const typed = [...new Set(rows.map(({ cells }) => cells.student_id))].filter((one) => id.safeParse(one).success);
    if (typed.length > maxEarlierStudents) throw refusedFileError(earlierWordings.mostStudents(maxEarlierStudents));
    const asked = [...new Set(typed.flatMap((one) => [one, ...idsWithLeadingZeros(one)]))];
    const students = await readStudents(asked, ['studentId', 'firstName', 'lastName']);
    const ids = students.map(({ studentId }) => studentId);
    const [stored, posted, subjects] = await Promise.all([
      readMany(ids.map(earlierMarksKey)),
      readPostedTermsOfStudents(ids, termsOf(rows)),
      readSubjectNamesById(),
    ]);
    const versions = new Map(stored.map(({ studentId, version }) => [studentId, version]));
    const judged = judgeEarlierRows(rows, {
      findId: createIdFinder(ids),
      names: new Map(students.map((student) => [student.studentId, lastFirst(student)])),
      subjects: new Set([...subjects.values()].map(({ title }) => title.toLowerCase())),
      terms: school().terms,
      stored: new Map(stored.map(({ studentId, marks }) => [studentId, marks])),
      posted,
    });
    return {
      rows: judged,
      versions: ids.map((studentId) => ({ student_id: studentId, version: versions.get(studentId) ?? 0 })),
      notes,
    };
  },
});

/** The terms that the rows write: `2025 1`. */
const termsOf = (rows: readonly WrittenRow[]): ReadonlySet<string> =>
  new Set(rows.map(({ cells }) => `${parseAcademicYear(cells.year)} ${parseTerm(cells.term, school().terms)}`));
