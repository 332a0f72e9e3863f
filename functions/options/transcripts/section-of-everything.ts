import { documentTitles } from '#shared/options/transcripts/kinds.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { readItems } from '../../platform/table/table.ts';
import { momentText } from '../../school/records/moment-text.ts';
import type { Section } from '../../students/records/sections-of-everything.ts';
import { earlierMarksKey } from './records/earlier-marks.ts';
import { listDocumentsOfStudent } from './records/issued-documents.ts';

/** A student's marks and attendance of earlier terms, and the documents that were issued. */
export async function readTranscriptSection(studentId: string): Promise<Section> {
  const [{ earlier }, documents] = await Promise.all([
    readItems({ earlier: earlierMarksKey(studentId) }),
    listDocumentsOfStudent(studentId),
  ]);
  const marks = (earlier?.marks ?? []).map(({ year, term, subject, mark, source }) => [
    academicYearTitle(year),
    term,
    subject,
    mark,
    source,
  ]);
  const attendance = (earlier?.attendance ?? []).map(({ year, term, sessions, absent, late, source }) => [
    academicYearTitle(year),
    term,
    sessions,
    absent,
    late,
    source,
  ]);
  return {
    sheets: [
      ['Earlier Marks', [['Academic Year', 'Term', 'Subject', 'Mark', 'Source'], ...marks]],
      ['Earlier Attendance', [['Academic Year', 'Term', 'Sessions', 'Absent', 'Late', 'Source'], ...attendance]],
      [
        'Documents',
        [
          ['Number', 'Document', 'Issued', 'By', 'Withdrawn', 'Why'],
          ...documents.map(({ number, kind, issuedAt, issuedBy, withdrawnAt, reason }) => [
            number,
            documentTitles[kind],
            momentText(issuedAt),
            issuedBy,
            withdrawnAt === undefined ? null : momentText(withdrawnAt),
            reason ?? null,
          ]),
        ],
      ],
    ],
    files: [],
  };
}
