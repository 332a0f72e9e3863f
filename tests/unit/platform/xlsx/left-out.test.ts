import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { readPlanFile } from '#functions/school/documents/plan-file.ts';
import { readClassList } from '#functions/students/spreadsheets/read-class-list.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

it('a hidden sheet without headings is named', async () => {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('List').addRows([
    ['Last Name', 'First Name'],
    ['Ali', 'Sam'],
  ]);
  workbook.addWorksheet('Old list', { state: 'hidden' }).addRow(['Bee, Ann, 1A']);
  workbook.addWorksheet('Choices', { state: 'veryHidden' }).addRow(['Class']);
  const { notes } = await readClassList(new Uint8Array(await workbook.xlsx.writeBuffer()));
  // The last one is the template's own.
  expect(notes).toEqual(['Hidden sheet “Old list” has no headings and was left out.']);
});

it('of more notes than a list has place for the others are counted', async () => {
  const further = (count: number) => Array.from({ length: count }, (_, index) => `Extra ${index}`).join(',');
  const { notes } = await readClassList(bytesOf(`Last Name,First Name,${further(60)}\nAli,Sam\n`));
  expect(notes).toHaveLength(51);
  expect([notes[0], notes[50]]).toEqual([
    'Column C “Extra 0” is not a column of the register and was left out.',
    'And 10 more notes.',
  ]);
  const plan = await readPlanFile(bytesOf(`Student ID,Coming class,${further(31)}\nS1,2A\n`));
  expect(plan.notes).toHaveLength(31);
  expect(plan.notes[30]).toBe('And 1 more note.');
});
