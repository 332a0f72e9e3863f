import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { earlierWordings } from '#shared/options/transcripts/wordings.ts';
import { callHandler, documentToSave } from '../../../platform/requests/call-handler.ts';
import { renderWorkbook } from '../../../platform/xlsx/write-workbook.ts';
import { school } from '../../../school/records/school.ts';
import { columnTitles, type EarlierColumn, earlierColumns, exampleId, notesSheet } from './earlier-columns.ts';

const example: Readonly<Record<EarlierColumn, string>> = {
  student_id: exampleId,
  year: '2019-2020',
  term: '1',
  subject: 'Mathematics',
  mark: '67.5',
  source: 'Report book 2019',
};

const explained: Readonly<Record<EarlierColumn, string>> = {
  student_id: 'The ID that the student has here, with its zeros. The row of the example is passed over.',
  year: 'The academic year: 2019-2020, or 2019.',
  term: '1, 2 or 3.',
  subject: 'As it is to be printed. One that the school does not have is asked about.',
  mark: earlierWordings.notMark,
  source: 'Where the mark is from: it is printed below the transcript.',
};

export const downloadEarlierMarksTemplate = callHandler(transcriptsContract.downloadEarlierMarksTemplate, {
  handle: async ({ request: { now } }) => {
    const bytes = await renderWorkbook({ creator: school().name, madeAt: now }, async (workbook) => {
      const width: Readonly<Record<EarlierColumn, number>> = {
        student_id: 14,
        year: 12,
        term: 8,
        subject: 28,
        mark: 10,
        source: 36,
      };
      const sheet = workbook.sheet({
        name: 'Earlier Marks',
        columns: earlierColumns.map((column) => ({ width: width[column], format: 'text', empty: 'text' })),
        frozen: { rows: 1, columns: 1 },
      });
      sheet.row(
        earlierColumns.map((column) => columnTitles[column]),
        'heading',
      );
      sheet.row(
        earlierColumns.map((column) => example[column]),
        'note',
      );
      await sheet.end();
      const notes = workbook.sheet({
        name: notesSheet,
        columns: [
          { width: 16, format: 'text' },
          { width: 90, format: 'text' },
        ],
      });
      notes.row(['Column', 'What belongs there'], 'heading');
      for (const column of earlierColumns) notes.row([columnTitles[column], explained[column]]);
      await notes.end();
    });
    return documentToSave(bytes, 'Earlier Marks.xlsx');
  },
});
