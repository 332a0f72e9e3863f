/** What is said of a spreadsheet that somebody uploads, whatever it is for. */
export const spreadsheetWordings = {
  emptyFormula: 'A formula without a stored value. Please type the value.',
  merged: 'Merged cells: it is not clear whose this is.',
  noStudentId: 'The student ID is missing.',
  studentInRow: (row: number) => `This student is in row ${row} already.`,
  studentReadAs: (row: number, typed: string, studentId: string, name: string) =>
    `Row ${row}: ${typed} is read as ${studentId}, ${name}.`,
  notExcel: 'This is not an Excel workbook (.xlsx).',
  notSpreadsheet: (what: string) => `This is ${what}, not a spreadsheet. Please save the list as .xlsx or .csv.`,
  damaged: 'The file is damaged. Please save it again as .xlsx.',
  strangeProgram: 'No spreadsheet program writes such a file. Please save it again as .xlsx.',
  protectedFile: 'The file is protected by a password. Please save it without one.',
  macros: 'The file has macros. Please save it as .xlsx, without them.',
  tooLargeUnpacked: 'The file is too large once it is unpacked.',
  tooMuchText: 'The file has too much text.',
  tooManyFormats: 'The file has too many number formats. Please save it again as .xlsx.',
  tooSlow: 'The file takes too much time or memory to read. Please save it again as .xlsx.',
  mostRows: (rows: number) => `The file has more than ${rows.toLocaleString('en')} rows.`,
  mostSheets: (sheets: number) => `The file has more than ${sheets} sheets.`,
  noSuchSheet: (name: string) => `The file has no list in a sheet “${name}”.`,
  sheetWithoutList: (name: string, isHidden = false) =>
    `${isHidden ? 'Hidden sheet' : 'Sheet'} “${name}” has no headings and was left out.`,
  moreNotes: (count: number) => `And ${count.toLocaleString('en')} more ${count === 1 ? 'note' : 'notes'}.`,
  moreCellsThanHeadings: (line: number) =>
    `Row ${line} has more cells than the headings: a cell with a separator in it needs quotation marks. Please correct it, or save the list as .xlsx.`,
  headingTwice: (place: string, column: string) => `${place} was left out: column ${column} has the same heading.`,
  withoutHeading: (column: string, count: number) =>
    `Column ${column} has no heading: ${count === 1 ? '1 cell was' : `${count.toLocaleString('en')} cells were`} left out.`,
  daysProven: (column: string, text: string, day: string, proof: string) =>
    `${column}: ${text} is read as ${day}, because ${proof} is written in the same order.`,
  yearsOfTwoDigits: (label: string, written: string, day: string) =>
    `${label}: ${written} is read as ${day}. Years of two digits are the last ones that fit.`,
  daysAnswered: (column: string, text: string, day: string) => `${column}: ${text} is read as ${day}, as you said.`,
  daysOfBothOrders: (column: string, one: string, other: string) =>
    `${column}: ${one} and ${other} are written in different orders of day and month.`,
  daysAreNumbers: (column: string, number: string, day: string) =>
    `${column}: ${number}, a spreadsheet program’s number of a day, is read as ${day}.`,
  mostColumns: (columns: number) => `The file has more than ${columns.toLocaleString('en')} columns.`,
  mostCells: (cells: number) => `The file has more than ${cells.toLocaleString('en')} cells.`,
  mergedTooOften: 'The sheet has too many merged cells.',
  formulaRead: (place: string, value: string) => `${place}: a formula. Its stored value “${value}” was read.`,
  quoteInsideCell: (line: number) =>
    `Line ${line}: a quotation mark (") inside a cell. Please remove it, or save the list as .xlsx.`,
  quoteNeverClosed: (line: number) =>
    `Line ${line}: a quotation mark (") is opened and never closed. Please remove it, or save the list as .xlsx.`,
  quoteClosedLater: (line: number) =>
    `Line ${line}: a quotation mark (") is opened and closed at the wrong place. Please remove it, or save the list as .xlsx.`,
  longText: (place: string) => `${place}: the text is too long.`,
} as const;
