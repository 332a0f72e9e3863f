import { noteReasonLabels } from '#shared/options/families/family-note.ts';
import { familyNoteWordings } from '#shared/options/families/note-wordings.ts';
import { registrationFields } from '#shared/options/families/registration-fields.ts';
import { familyRegistrationWordings, mailScreenWordings } from '#shared/options/families/wordings.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { studentFields } from '#shared/students/fields.ts';
import { fileKinds, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { displayStoredValue } from '#shared/students/spreadsheets/uploaded-values.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import { readItems } from '../../platform/table/table.ts';
import type { SheetCellValue } from '../../platform/xlsx/safe-cell.ts';
import { momentText } from '../../school/records/moment-text.ts';
import { StudentSignInEntity } from '../../sessions/student-access.ts';
import type { Section, Sheet } from '../../students/records/sections-of-everything.ts';
import { valueListsOfSchool } from '../../students/records/value-reader.ts';
import { FamilyMailEntity } from './records/family-mails.ts';
import { FamilyNoteEntity, type FamilyNoteItem, notePictureKey } from './records/family-note.ts';
import { registrationFileKey } from './records/registration-files.ts';
import { listProposalsOfStudent, type ProposalItem } from './records/registration-proposals.ts';
import { linkKey } from './records/report-links.ts';

type FamilyFile = Section['files'][number];

/** What the student's family has sent and done. */
export async function readFamilySection(
  studentId: string,
  { reports, madeAt }: { reports: readonly TermReportItem[]; madeAt: Date },
): Promise<Section> {
  const [proposals, notes, events] = await Promise.all([
    listProposalsOfStudent(studentId),
    FamilyNoteEntity.query({ studentId }),
    readFamilyEvents(studentId, reports),
  ]);
  const sheets: Sheet[] = [
    [
      'Registration',
      [['Academic Year', 'State', 'Handed in', 'Fact', 'Family'], ...registrationRows(proposals, madeAt)],
    ],
    ['Absence Notes', [['Sent', 'From', 'To', 'Reason', 'Words', 'State', 'Messages'], ...notes.map(noteRow)]],
    ['Family Events', [['When', 'Event'], ...events]],
  ];
  return {
    sheets,
    files: [...proposals.flatMap(filesOfProposal), ...notes.flatMap(pictureOfNote)],
  };
}

function registrationRows(proposals: readonly ProposalItem[], madeAt: Date): SheetCellValue[][] {
  const lists = valueListsOfSchool(madeAt);
  return proposals.flatMap(({ year, state, handedInAt, values }) => {
    const about = [academicYearTitle(year), familyRegistrationWordings.states[state], momentText(handedInAt)];
    const facts = registrationFields.flatMap((field) => {
      const value = values[field];
      if (value === undefined) return [];
      return [[studentFields[field].label, value === null ? 'Blank' : displayStoredValue(field, value, lists)]];
    });
    return (facts.length > 0 ? facts : [[null, null]]).map((fact) => [...about, ...fact]);
  });
}

const noteRow = ({ sentAt, from, to, why, words, state, messages = [] }: FamilyNoteItem): SheetCellValue[] => [
  ...[momentText(sentAt), displayDate(from), displayDate(to), noteReasonLabels[why], words ?? null],
  familyNoteWordings.states[state],
  messages.map(({ by, text }) => `${by ?? 'Family'}: ${text}`).join('\n') || null,
];

const titleOf = ({ year, term }: { year: number; term: number }): string => `${academicYearTitle(year)} Term ${term}`;

/** First and last sign-in, links and e-mails, as far as they are kept. One request and a query. */
async function readFamilyEvents(studentId: string, reports: readonly TermReportItem[]): Promise<SheetCellValue[][]> {
  const terms = reports.map(({ year, term }) => ({ year, term, studentId }));
  const [{ signIn, links }, mails] = await Promise.all([
    readItems({
      signIn: StudentSignInEntity.key({ studentId }),
      links: terms.map(linkKey),
    }),
    FamilyMailEntity.query({ studentId }),
  ]);
  const events: [at: string | undefined, what: string][] = [
    [signIn?.firstAt, 'Signed in for the first time'],
    [signIn?.lastAt, 'Signed in last'],
    ...links.flatMap((one): [string | undefined, string][] => [
      [one.madeAt, `A link to the report of ${titleOf(one)} was made`],
      [one.endedAt, `The link to the report of ${titleOf(one)} was ended`],
    ]),
    ...mails.map(({ claimedAt, sentAt, occasion, address, failure }): [string | undefined, string] => [
      sentAt ?? claimedAt,
      `E-mail about ${mailScreenWordings.short[occasion].toLowerCase()} to ${address}${failure === undefined ? '' : `: ${failure}`}`,
    ]),
  ];
  return events
    .flatMap(([at, what]) => (at === undefined ? [] : [[at, what]]))
    .sort(([a = ''], [b = '']) => a.localeCompare(b))
    .map(([at, what]) => [momentText(at), what ?? null]);
}

const filesOfProposal = ({ studentId, year, files = {} }: ProposalItem): FamilyFile[] =>
  fileKinds.flatMap((kind) => {
    const file = files[kind];
    if (file === undefined) return [];
    const name = `${fileKindTitle(kind)}${file.slice(file.lastIndexOf('.'))}`;
    return [{ name: `Registration ${year}-${year + 1}/${name}`, key: registrationFileKey(studentId, kind, file) }];
  });

const pictureOfNote = (note: FamilyNoteItem, index: number): FamilyFile[] =>
  note.picture === undefined
    ? []
    : [
        {
          name: `Absence Notes/${note.from} ${index + 1}.${note.picture === 'image/png' ? 'png' : 'jpg'}`,
          key: notePictureKey(note),
        },
      ];
