import type { SchoolManifest } from '#shared/school/whole-school.ts';

/** `READ-ME.txt`: how to read the file without the program that made it. */
export const readMe = ({ school: { name }, madeAt }: Pick<SchoolManifest, 'school' | 'madeAt'>): string =>
  [
    `${name}, all of its records and files, read from ${madeAt} on.`,
    '',
    'tables/     workbooks for people: students, teachers, lessons, marks, term reports, attendance.',
    'records/    every record: a file a kind, a record a line, as JSON in UTF-8.',
    'schemas/    what a line of each kind has, as JSON Schema with a sentence an attribute.',
    'files/      pictures, uploaded files, posted report cards and the attendance archive, by folder.',
    'school.json the settings of the school.',
    'manifest.json   what is in the file, with counts, sizes and SHA-256, and what was left out and why.',
    'signature.json  the signature of manifest.json (Ed25519) and the key that verifies it.',
    '',
    'Records name one another by ids: studentId in subject-record (marks of a term), term-report, assignment (who takes',
    'what) and attendance-record is that of student; employeeId in lesson that of employee. audit is the trail, and',
    'posted-report has the posted reports, whose PDFs are in files/posted-cards/. A year is the one in which an academic',
    'year begins; days are yyyy-MM-dd; times are UTC.',
    '',
    'signature.json has the SHA-256 of manifest.json, the Ed25519 signature of the text {"manifest":"…"} with that hash,',
    'and the public key (32 bytes), both in base64url; manifest.json has the SHA-256 of every other part.',
    '',
    'Any program for zip files opens it; workbooks open in Excel or LibreOffice. A line of records/ leaves out the',
    "table's keys, which are made of its attributes. Where they are not, `$keys` has them; `$sets` names attributes",
    'that are sets. Bytes are in base64 (`contentEncoding` of the schema, or `$bytes`).',
    '',
  ].join('\n');
