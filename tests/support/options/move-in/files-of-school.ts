import ExcelJS from 'exceljs';

export type Cell = string | number | Date | null;
export interface SheetOfFile {
  name: string;
  rows: readonly (readonly Cell[])[];
  /** As "A1:C1". */
  merged?: readonly string[];
}

/** A workbook as a spreadsheet program saves it: numbers are numbers, days are days. */
export async function workbookOf(...sheets: readonly SheetOfFile[]): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  for (const { name, rows, merged = [] } of sheets) {
    const sheet = workbook.addWorksheet(name);
    for (const row of rows) sheet.addRow([...row]);
    for (const range of merged) sheet.mergeCells(range);
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

export const fileOf = (bytes: Uint8Array, name = 'school.xlsx'): File => new File([bytes as BlobPart], name);

/** A teacher list of a secretary: a title, whole names with "Mrs." and capitals, a form class, a total below. */
export const teacherList: SheetOfFile = {
  name: 'STAFF 2025',
  rows: [
    ['NORTHGATE SECONDARY SCHOOL'],
    ['List of teachers'],
    [],
    ['No.', 'Name', 'D.O.B.', 'Position', 'Form Class'],
    [11, 'Mrs. BELL, Anna', new Date('1984-09-05'), null, 'Form 1A'],
    [12, 'Sam MC DONALD', '17/10/1979', null, null],
    [13, 'Ruth Baptiste', '05/09/1990', null, '1 b'],
    ['Total', 3],
  ],
};

/** A timetable's list of lessons: the teacher's cell is merged over the lessons, several classes in a cell. */
export const lessonList: SheetOfFile = {
  name: 'Allocation',
  rows: [
    ['Teaching allocation'],
    ['Teacher', 'Subject', 'Class', 'Periods'],
    ['A. Bell', 'Physics', '1A, 1B', 4],
    [null, 'Chemistry', '1A', 3],
    ['Mc Donald', 'Physics', '4A/4B', 5],
    ['R. Baptiste', 'Spanish', '1A', 3],
    ['R. Baptiste', 'Spanish', '1A', 3],
  ],
  merged: ['A3:A4'],
};

/** Class lists, a sheet a class: names in one column, and no class in the rows. */
export const classLists: readonly SheetOfFile[] = [
  {
    name: '1A',
    rows: [
      ['Class List Form 1A', null, null],
      ['Form Teacher: Mrs. Bell'],
      ['ID No', 'Name', 'Date of Birth'],
      ['00701', 'ALEXIS, Jade', '13/02/2014'],
      [702, 'Brown, Mia', '03/04/2014'],
      [703, 'CHARLES, Noah', '21/12/2013'],
      ['Boys: 1', null, null],
      ['Girls: 2', null, null],
    ],
    merged: ['A1:C1'],
  },
  {
    name: 'Form 1B',
    rows: [['Class List'], ['ID No', 'Name', 'Date of Birth'], ['00711', 'Diaz, Liam', '30/01/2014']],
  },
];

/** Who takes what: students down, subjects across, a cross for each. */
export const choices: SheetOfFile = {
  name: 'Options',
  rows: [
    ['Student ID', 'Name', 'Physics', 'Chemistry', 'Spanish'],
    ['00701', 'Jade Alexis', 'x', 'x', null],
    ['00702', 'Mia Brown', 'x', null, 'x'],
    ['00711', 'Liam Diaz', 'X', null, null],
  ],
};
