import type { SchoolManifest } from '#shared/school/whole-school.ts';

/** DER of an Ed25519 key before its 32 bytes, as `printf` takes it. */
const beforeKey = String.raw`\060\052\060\005\006\003\053\145\160\003\041\000`;

/** What checks an unpacked file without a program of ours. A test runs them. */
const commands = [
  `(printf '${beforeKey}'; echo "$(jq -r .signature.key signature.json)=" | basenc -d --base64url) > key.der`,
  'echo "$(jq -r .signature.value signature.json)==" | basenc -d --base64url > signature.bin',
  'jq -cj .content signature.json > signed.txt',
  'openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in signed.txt -sigfile signature.bin',
  'jq -r \'.content.manifest + "  manifest.json"\' signature.json | sha256sum -c',
  'jq -r \'.entries[] | .sha256 + "  " + .name\' manifest.json | sha256sum -c --quiet',
  'tail -c 32 key.der | sha256sum | cut -c 1-20',
];

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
    'and the public key (32 bytes), both in base64url; manifest.json has the SHA-256 of every other part. In the unpacked',
    'folder, with jq and OpenSSL, each line of these says OK, or nothing:',
    '',
    ...commands.map((line) => `    ${line}`),
    '',
    'Whose key it is, its fingerprint says, which the school has noted: twenty digits of the SHA-256 of the key.',
    '',
    'Any program for zip files opens it; workbooks open in Excel or LibreOffice. A line of records/ leaves out the',
    "table's keys, which are made of its attributes. Where they are not, `$keys` has them; `$sets` names attributes",
    'that are sets. Bytes are in base64 (`contentEncoding` of the schema, or `$bytes`).',
    '',
  ].join('\n');
