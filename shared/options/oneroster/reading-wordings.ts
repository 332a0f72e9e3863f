import { pluralize } from '../../pluralize.ts';

const listed = (names: readonly string[]): string =>
  names.length <= 6 ? names.join(', ') : `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`;

/** What the server says of a zip of OneRoster that is read. */
export const readingWordings = {
  noTables:
    'This zip has no files of OneRoster, such as manifest.csv and users.csv. Please choose the zip that the other program exports.',
  tooManyEntries: (most: number) =>
    `The zip has more than ${most} files, and one of OneRoster has about twenty. Please choose the zip that the other program exports.`,
  outside: (name: string) =>
    `The zip names a file outside of itself: “${name}”. Nothing of it was read. Please export it again.`,
  twice: (name: string) => `The zip has ${name} twice. Please export it again, or keep one of them.`,
  encrypted: 'The zip is protected by a password. Please export it without one.',
  damaged: 'The zip is damaged. Please export or download it again.',
  tooLargeUnpacked: (megabytes: number) =>
    `The files in the zip are larger than ${megabytes} MB together. Please export without results, or fewer years.`,
  packedTooWell: (name: string) =>
    `${name} is far larger than its part of the zip, as no list of a school is. Nothing was read.`,
  inFolder: (folder: string) => `The files are in the folder “${folder}”, where OneRoster has none. They were read.`,
  unknownFiles: (names: readonly string[]) => `Not read, as OneRoster has no such files: ${listed(names)}.`,
  notMovedIn: (names: readonly string[]) =>
    `Not moved in: ${listed(names)}. People, subjects, classes, who takes what and results of earlier terms come in.`,

  utf16: (file: string) => `${file} is written in UTF-16, and OneRoster asks for UTF-8. It was read.`,
  windows1252: (file: string, example: string) =>
    `${file} is not UTF-8; it was read as Windows-1252, as in “${example}”. If names look wrong, please export it as UTF-8.`,
  notText: (file: string) => `${file} is not a text file. Please export it again as CSV.`,
  separators: (file: string, they: 'semicolons' | 'tabs') =>
    `${file} has ${they} between its columns, and OneRoster asks for commas. It was read.`,
  badQuotes: (file: string, line: number) =>
    `${file}, line ${line}: a quotation mark is open or in the wrong place. Please correct it, or export again.`,
  empty: (file: string) => `${file} is empty: not even its headings are there. Please export again.`,
  tooManyRows: (file: string, most: number) =>
    `${file} has more than ${most.toLocaleString('en')} rows. Please export one school, and one year.`,
  doubleColumn: (file: string, column: string) => `${file} has the column “${column}” twice. Please keep one of them.`,
  missingColumns: (file: string, columns: readonly string[]) =>
    `${file} lacks ${columns.length === 1 ? 'a column that is' : 'columns that are'} needed: ${listed(columns)}. The first row has the names of the columns.`,
  columnsLeft: (file: string, columns: readonly string[]) =>
    `${file}: not read, as OneRoster has no such columns: ${listed(columns)}.`,
  factsLeft: (file: string, columns: readonly string[]) =>
    `${file}: not taken, as the school has no place for it: ${listed(columns)}.`,
  factsOfTeachersLeft: (columns: readonly string[]) =>
    `users.csv: not taken of teachers, of whom the school has none: ${listed(columns)}.`,
  columnsAbsent: (file: string, columns: readonly string[]) =>
    `${file} is without columns that OneRoster asks for: ${listed(columns)}. It was read all the same.`,
  otherCase: (file: string, columns: readonly string[]) =>
    `${file} writes the names of columns otherwise than OneRoster: ${listed(columns)}. It was read.`,
  otherOrder: (file: string) => `${file} has its columns in another order than OneRoster. It was read.`,

  noManifest: 'manifest.csv is missing. The files were read as changes: nobody is asked about who is not in them.',
  unknownVersion: (version: string) =>
    `manifest.csv says OneRoster ${version}. Versions 1.1 and 1.2 are read: please export one of these.`,
  unknownMode: (file: string, mode: string) =>
    `manifest.csv says “${mode}” of ${file}, and there are only absent, bulk and delta. Please export again.`,
  saidAndAbsent: (file: string, mode: string) =>
    `manifest.csv says that ${file} is in the zip (${mode}), and it is not. Please export again.`,
  thereAndDenied: (file: string) =>
    `manifest.csv says that ${file} is absent, and the zip has it. Please export again, so that it is clear which is right.`,
  notListed: (file: string) => `manifest.csv does not name ${file}. It was read as changes.`,
  otherVersion: (says: string, is: string) =>
    `manifest.csv says OneRoster ${says}, and the files are as in ${is}. They were read so.`,
  readAs: (version: string, mode: string) =>
    `OneRoster ${version}, ${mode === 'bulk' ? 'the whole school' : 'changes'}.`,

  noSourcedId: 'The row has no sourcedId.',
  badSourcedId: (id: string) =>
    `“${id.slice(0, 60)}” is no sourcedId: at most 255 letters, digits and . - _ / @ are allowed.`,
  sameSourcedId: (line: number) => `The same sourcedId as row ${line}, with other contents.`,
  badStatus: (status: string) => `“${status.slice(0, 40)}” is no status: active or tobedeleted.`,
  badRole: (role: string) => `“${role.slice(0, 40)}” is no role of OneRoster.`,
  noRole: 'No row of roles.csv says what this person is at the school.',
  noSuch: (column: string, file: string, id: string) =>
    `${column}: neither ${file} nor the school has “${id.slice(0, 80)}”.`,
  circle: (file: string, titles: readonly string[]) =>
    `${file} has a circle: ${titles.join(' is part of ')}. Please correct it in the other program, and export again.`,

  severalSchools: (names: readonly string[]) =>
    `The file has several schools, and none of them is this one: ${listed(names)}. Please export this school alone.`,
  otherSchools: (people: number) =>
    `${pluralize(people, 'person', 'people')} of other schools in the file ${people === 1 ? 'was' : 'were'} left out.`,
  noSchool: 'orgs.csv has no school. Whose file it is was not compared.',
  otherYear: (classes: number, years: readonly string[]) =>
    `${pluralize(classes, 'class', 'classes')} of another school year (${listed(years)}) ${classes === 1 ? 'was' : 'were'} left out. The current year is set under Terms.`,
  noYear: 'The current term is not set. Please set it first: classes and lessons are those of a year.',
  termDates: (term: string, ours: string, theirs: string) =>
    `${term} is ${ours} at this school, and ${theirs} in the file. Terms are not changed: please compare.`,
  termWithoutDates: (term: string, theirs: string) =>
    `${term} is ${theirs} in the file, and has no dates at this school. Please set them under Terms.`,
  otherRoles: (people: number, roles: readonly string[]) =>
    `${pluralize(people, 'person', 'people')} ${people === 1 ? 'is' : 'are'} neither teacher nor student (${listed(roles)}) and ${people === 1 ? 'was' : 'were'} left out. Administrators get accounts under Administrators.`,
  takesStay: (rows: number) =>
    `${pluralize(rows, 'enrollment')} of form classes, or with a last day, ${rows === 1 ? 'has' : 'have'} ended. Students stay in their form class until they are in another one, and form teachers until another is named.`,
  namesStay: (rows: number) =>
    `${pluralize(rows, 'row')} of classes, courses, terms or schools ${rows === 1 ? 'is' : 'are'} marked as deleted. They stay.`,
  resultsOfOpenTerms: (results: number, terms: readonly string[]) =>
    `${pluralize(results, 'result')} of a term that is not over (${listed(terms)}) ${results === 1 ? 'was' : 'were'} left out: its marks are typed by the teachers.`,
  resultsHere: (results: number) =>
    `${pluralize(results, 'result')} ${results === 1 ? 'is' : 'are'} of terms of which the school has marks of the same student itself. These count.`,
  resultsOfOthers: (results: number) =>
    `${pluralize(results, 'result')} of another school, or of people who are no students here, ${results === 1 ? 'was' : 'were'} left out.`,
  resultsWithoutMark: (results: number) =>
    `${pluralize(results, 'result')} ${results === 1 ? 'has' : 'have'} no mark yet, and ${results === 1 ? 'was' : 'were'} left out.`,
  resultsStay: (results: number) =>
    `${pluralize(results, 'result')} ${results === 1 ? 'is' : 'are'} marked as deleted. Marks are not taken away by a file.`,
  resultsLeftOut: (results: number) =>
    `${pluralize(results, 'result')} ${results === 1 ? 'is' : 'are'} left out, as you said.`,
  sayPart: 'Neither course work nor exam by name. Please say above what it is.',
  noTerm: (session: string) => `“${session.slice(0, 80)}” is none of the terms of its year.`,
  ofWholeYear: 'The result is of a whole year, and reports are of terms.',
  badScore: (score: string) => `“${score.slice(0, 40)}” is no score: a number from 0 on.`,
  noMaximum: 'The line item does not say what its scores are out of.',
  aboveMaximum: (score: string, max: number) => `${score} is more than ${max}, which the line item is out of.`,
  gradeOfPart: (grade: string) => `“${grade.slice(0, 40)}” is no score, and the mark is made of course work and exam.`,
  severalMarks: 'The file has several marks of this subject and term.',
  noLevel: (year: number) => `Neither class nor student says which form it was in ${year}-${year + 1}.`,
  twoForms: (forms: readonly string[]) =>
    `The file has this student in several form classes: ${listed(forms)}. Please correct it in the other program.`,
  notOfClass: (title: string) => `“${title}”: neither the class nor its students say which form class it is of.`,
} as const;

/** What the screen says of files that come in. */
export const rosterInWordings = {
  choose: 'Choose a zip',
  about:
    'The zip that another program exports in OneRoster 1.2 or 1.1 brings teachers, subjects, form teachers, lessons, students, who takes what and marks of earlier terms. Nothing is stored before you confirm it, and it can be taken back for 30 days.',
  whole:
    'Who is not in a zip of the whole school, or is marked as deleted, is archived only if you say so. Marks of the current term do not come in.',
} as const;
