import { describe, expect, it } from 'vitest';
import { readRoster } from '#functions/options/oneroster/reading/read-roster.ts';
import { isZipOfFiles } from '#functions/options/oneroster/reading/zip-of-tables.ts';
import {
  csvOf,
  manifestOf,
  otherProgram,
  otherProgramsZip,
  zipOf,
} from '../../../support/options/oneroster/zip-of-files.ts';

/** Why a zip is refused. */
async function refusal(bytes: Uint8Array): Promise<string> {
  try {
    await readRoster(bytes);
    return 'was read';
  } catch (error) {
    return (error as { fields?: { file?: string[] } }).fields?.file?.[0] ?? String(error);
  }
}
const notesOf = async (bytes: Uint8Array) => (await readRoster(bytes)).notes;
const withUsers = (users: string | Uint8Array) => otherProgramsZip({ 'users.csv': users });
const users = otherProgram['users.csv'];

/** Changes each entry of a zip's directory: its flags are 8 bytes behind the signature, the unpacked size 24. */
function patchDirectory(zip: Uint8Array, patch: (view: DataView, at: number) => void): void {
  const view = new DataView(zip.buffer, zip.byteOffset);
  for (let at = 0; at < zip.length - 46; at += 1) if (view.getUint32(at, true) === 0x02014b50) patch(view, at);
}

describe('a zip of OneRoster', () => {
  it('is read with its version, what each file is, and its rows', async () => {
    const { version, modes, tables, refused, notes } = await readRoster(await otherProgramsZip());
    expect(version).toBe('1.2');
    expect(modes.users).toBe('bulk');
    expect(Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))).toEqual({
      orgs: 2,
      academicSessions: 2,
      users: 6,
      roles: 6,
      demographics: 2,
      courses: 3,
      classes: 3,
      enrollments: 8,
      categories: 0,
      lineItems: 0,
      results: 0,
    });
    expect(tables.users[2]).toEqual({
      row: 4,
      sourcedId: 'u-s1',
      isDeleted: false,
      cells: {
        sourcedId: 'u-s1',
        enabledUser: 'true',
        givenName: 'Anaïs',
        familyName: 'Baptiste',
        identifier: '00701',
        grades: '1',
      },
    });
    expect(refused).toEqual([]);
    expect(notes).toEqual(['OneRoster 1.2, the whole school.']);
  });

  it('is told from a workbook, from other bytes and from an empty zip', async () => {
    expect(await isZipOfFiles(await otherProgramsZip())).toBe(true);
    expect(await isZipOfFiles(await zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }))).toBe(false);
    expect(await isZipOfFiles(new TextEncoder().encode('sourcedId,givenName'))).toBe(false);
    expect(await isZipOfFiles(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]))).toBe(false);
  });
});

describe('a zip that is no list of a school', () => {
  it('has nothing of OneRoster', async () => {
    expect(await refusal(await zipOf({ 'photo.jpg': 'x' }))).toBe(
      'This zip has no files of OneRoster, such as manifest.csv and users.csv. Please choose the zip that the other program exports.',
    );
  });

  it.each([
    ['../users.csv'],
    ['/users.csv'],
    ['C:\\school\\users.csv'],
    ['a/../../users.csv'],
  ])('names a file outside of itself: %s', async (name) => {
    expect(await refusal(await zipOf({ 'orgs.csv': 'x', [name]: users }))).toBe(
      `The zip names a file outside of itself: “${name}”. Nothing of it was read. Please export it again.`,
    );
  });

  it('has more files than a list of a school', async () => {
    const files = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.txt`, 'x']));
    const zip = await zipOf(files);
    expect(await isZipOfFiles(zip)).toBe(true);
    expect(await refusal(zip)).toBe(
      'The zip has more than 200 files, and one of OneRoster has about twenty. Please choose the zip that the other program exports.',
    );
  });

  it('unpacks to 200 MB, by its directory', async () => {
    const zip = await zipOf({ 'results.csv': 'sourcedId' });
    patchDirectory(zip, (view, at) => view.setUint32(at + 24, 200 * 1024 * 1024, true));
    expect(await refusal(zip)).toBe(
      'The files in the zip are larger than 50 MB together. Please export without results, or fewer years.',
    );
  });

  it('has a file that packs as no list of people does', async () => {
    expect(await refusal(await zipOf({ 'users.csv': `${users}${'0'.repeat(3_000_000)}` }))).toBe(
      'users.csv is far larger than its part of the zip, as no list of a school is. Nothing was read.',
    );
  });

  it('says of a file that it is shorter than it is', async () => {
    const zip = await otherProgramsZip();
    patchDirectory(zip, (view, at) => view.setUint32(at + 24, 10, true));
    expect(await refusal(zip)).toBe('The zip is damaged. Please export or download it again.');
  });

  it('is cut off, or protected', async () => {
    const zip = await otherProgramsZip();
    expect(await isZipOfFiles(zip.subarray(0, zip.length - 40))).toBe(false);
    patchDirectory(zip, (view, at) => view.setUint16(at + 8, 1, true));
    expect(await refusal(zip)).toBe('The zip is protected by a password. Please export it without one.');
  });

  it('has a file twice, once in a folder', async () => {
    expect(await refusal(await zipOf({ 'users.csv': users, 'old/users.csv': users }))).toBe(
      'The zip has users.csv twice. Please export it again, or keep one of them.',
    );
  });
});

describe('a zip that is not as the standard has it, and is read', () => {
  it('has its files in a folder, others beside them, and what a Mac leaves', async () => {
    const files = Object.entries(otherProgram).map(([name, text]) => [`export/${name}`, text]);
    const zip = await zipOf({
      ...Object.fromEntries(files),
      'export/manifest.csv': manifestOf({}),
      'read me.txt': 'x',
      '__MACOSX/._users.csv': 'x',
      '.DS_Store': 'x',
    });
    const notes = await notesOf(zip);
    expect(notes).toContain('The files are in the folder “export”, where OneRoster has none. They were read.');
    expect(notes).toContain('Not read, as OneRoster has no such files: read me.txt.');
  });

  it('has files that do not come in: each is named', async () => {
    const others = [
      ...['classResources', 'courseResources', 'lineItemLearningObjectiveIds', 'lineItemScoreScales', 'resources'],
      ...['resultLearningObjectiveIds', 'resultScoreScales', 'scoreScales', 'userProfiles', 'userResources'],
    ];
    for (const name of others) {
      const notes = await notesOf(await otherProgramsZip({ [`${name}.csv`]: 'sourcedId\r\n' }));
      expect(notes).toContain(
        `Not moved in: ${name}.csv. People, subjects, classes, who takes what and results of earlier terms come in.`,
      );
    }
  });

  it('has no manifest: nobody is missing from it', async () => {
    const { modes, notes } = await readRoster(await otherProgramsZip({ 'manifest.csv': null }));
    expect(modes.users).toBe('delta');
    expect(notes).toContain(
      'manifest.csv is missing. The files were read as changes: nobody is asked about who is not in them.',
    );
  });

  it.each([
    ['lines without a carriage return', new TextEncoder().encode(users.replaceAll('\r\n', '\n')), undefined],
    ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(users)]), undefined],
    [
      'UTF-16',
      new Uint8Array([0xff, 0xfe, ...Buffer.from(users, 'utf16le')]),
      'users.csv is written in UTF-16, and OneRoster asks for UTF-8. It was read.',
    ],
    [
      'UTF-16 without a byte order mark',
      new Uint8Array(Buffer.from(users, 'utf16le')),
      'users.csv is written in UTF-16, and OneRoster asks for UTF-8. It was read.',
    ],
    [
      'UTF-16 of the other order',
      new Uint8Array([0xfe, 0xff, ...Buffer.from(users, 'utf16le').swap16()]),
      'users.csv is written in UTF-16, and OneRoster asks for UTF-8. It was read.',
    ],
    [
      'Windows-1252',
      new Uint8Array(Buffer.from(users, 'latin1')),
      'users.csv is not UTF-8; it was read as Windows-1252, as in “Anaïs”. If names look wrong, please export it as UTF-8.',
    ],
  ])('is written in %s', async (_, bytes, note) => {
    const { tables, notes } = await readRoster(await withUsers(bytes));
    expect(tables.users.map(({ cells }) => cells.givenName)).toEqual(['Anna', 'Sam', 'Anaïs', 'Kim', 'Noor', 'Rita']);
    expect(notes).toEqual(['OneRoster 1.2, the whole school.', ...(note === undefined ? [] : [note])]);
  });

  it('has headings in another order and case, one of its own, and lacks some', async () => {
    const { tables, notes } = await readRoster(
      await withUsers(
        csvOf(
          [
            'familyName',
            'GIVENNAME',
            'sourcedid',
            'shoe size',
            'metadata.house',
            'status',
            'dateLastModified',
            'username',
          ],
          ['Bell', 'Anna', 'u-t1', '44', 'Red', '', '', 'abell'],
        ),
      ),
    );
    expect(tables.users[0]?.cells).toEqual({
      familyName: 'Bell',
      givenName: 'Anna',
      sourcedId: 'u-t1',
      username: 'abell',
    });
    expect(notes.slice(1)).toEqual([
      'users.csv: not read, as OneRoster has no such columns: shoe size.',
      'users.csv is without columns that OneRoster asks for: enabledUser. It was read all the same.',
      'users.csv writes the names of columns otherwise than OneRoster: GIVENNAME, sourcedid. It was read.',
      'users.csv has its columns in another order than OneRoster. It was read.',
      'users.csv: not taken, as the school has no place for it: metadata.house.',
    ]);
  });

  it('has columns with facts that the school has no place for: each is named', async () => {
    const own = users.replace('sourcedId,', 'metadata.bus,pronouns,agentSourcedIds,sourcedId,');
    const [headings = '', ...rows] = own.split('\r\n');
    // Parents and children name each other, which is no circle of parts.
    const filled = rows.map((row, index) =>
      row === '' ? '' : `${index === 0 ? '12' : ''},they,${index === 2 ? 'u-p1' : 'u-s1'},${row}`,
    );
    const { tables, notes } = await readRoster(await withUsers([headings, ...filled].join('\r\n')));
    expect(tables.users).toHaveLength(6);
    expect(notes).toContain(
      'users.csv: not taken, as the school has no place for it: metadata.bus, pronouns, agentSourcedIds.',
    );
    const demographics = otherProgram['demographics.csv']
      .replace('sex', 'sex,cityOfBirth')
      .replace('female', 'female,Arima')
      .replace('30,male', '30,male,');
    expect(await notesOf(await otherProgramsZip({ 'demographics.csv': demographics }))).toContain(
      'demographics.csv: not taken, as the school has no place for it: cityOfBirth.',
    );
    // A column without a fact in it is no loss.
    expect(
      await notesOf(await withUsers(users.replace('grades\r\n', 'grades,pronouns\r\n').replaceAll(/,1?\r\n/g, '$&'))),
    ).not.toContainEqual(expect.stringContaining('not taken'));
  });

  it('has semicolons, as a spreadsheet program saves it', async () => {
    const { tables, notes } = await readRoster(await withUsers(users.replaceAll(',', ';')));
    expect(tables.users).toHaveLength(6);
    expect(notes).toContain(
      'users.csv has semicolons between its columns, and OneRoster asks for commas. It was read.',
    );
  });

  it('says one version in its manifest, and is of the other', async () => {
    const old = users
      .replace('enabledUser', 'enabledUser,orgSourcedIds,role')
      .replaceAll(',true,', ',true,s-9,teacher,');
    const zip = await otherProgramsZip({ 'users.csv': old, 'roles.csv': null });
    const { version, notes, tables } = await readRoster(zip);
    expect(version).toBe('1.1');
    expect(tables.users[0]?.cells.role).toBe('teacher');
    expect(notes).toContain('manifest.csv says OneRoster 1.2, and the files are as in 1.1. They were read so.');
  });
});

describe('a manifest that lies', () => {
  const manifest = (text: string) => otherProgramsZip({ 'manifest.csv': text });
  const whole = manifestOf(Object.fromEntries(Object.keys(otherProgram).map((file) => [file.slice(0, -4), 'bulk'])));
  it.each([
    [
      'a file that is not there',
      () => otherProgramsZip({ 'manifest.csv': whole, 'demographics.csv': null }),
      'manifest.csv says that demographics.csv is in the zip (bulk), and it is not. Please export again.',
    ],
    [
      'that a file is absent',
      () => manifest(whole.replace('file.users,bulk', 'file.users,absent')),
      'manifest.csv says that users.csv is absent, and the zip has it. Please export again, so that it is clear which is right.',
    ],
    [
      'a word that is none',
      () => manifest(whole.replace('file.users,bulk', 'file.users,whole')),
      'manifest.csv says “whole” of users.csv, and there are only absent, bulk and delta. Please export again.',
    ],
    [
      'another version',
      () => manifest(whole.replace('oneroster.version,1.2', 'oneroster.version,2.0')),
      'manifest.csv says OneRoster 2.0. Versions 1.1 and 1.2 are read: please export one of these.',
    ],
    [
      'nothing that is a manifest',
      () => manifest('name,what\r\nusers,bulk\r\n'),
      'manifest.csv lacks columns that are needed: propertyName, value. The first row has the names of the columns.',
    ],
  ])('says %s', async (_, zip, words) => {
    expect(await refusal(await zip())).toBe(words);
  });

  it('does not name a file: it is read as changes', async () => {
    const { modes, notes } = await readRoster(await manifest(whole.replace('file.users,bulk\r\n', '')));
    expect(modes.users).toBe('delta');
    expect(notes).toContain('manifest.csv does not name users.csv. It was read as changes.');
  });
});

describe('a file that cannot be read', () => {
  it.each([
    [
      'lacks a column',
      users.replace(',familyName', ',surname'),
      'users.csv lacks a column that is needed: familyName. The first row has the names of the columns.',
    ],
    [
      'has a column twice',
      users.replace('givenName', 'familyName'),
      'users.csv has the column “familyName” twice. Please keep one of them.',
    ],
    ['is empty', '', 'users.csv is empty: not even its headings are there. Please export again.'],
    [
      'has an open quotation mark',
      users.replace('Kim', '"Kim'),
      'users.csv, line 5: a quotation mark is open or in the wrong place. Please correct it, or export again.',
    ],
    [
      'is a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 0, 0, 3, 4, 5, 6, 7]),
      'users.csv is not a text file. Please export it again as CSV.',
    ],
  ])('%s', async (_, text, words) => {
    expect(await refusal(await withUsers(text))).toBe(words);
  });
});

describe('rows that are refused by themselves', () => {
  const append = (...rows: string[][]) => withUsers(`${users}${csvOf(...rows)}`);
  const refusedOf = async (bytes: Uint8Array) =>
    (await readRoster(bytes)).refused.map(({ table, row, what, note }) => [table, row, what, note]);

  it('have no id, one that is none, or the id of another row', async () => {
    expect(
      await refusedOf(
        await append(
          ['', '', '', 'true', '', 'No', 'Id', '', ''],
          ['u 7', '', '', 'true', '', 'Odd', 'Id', '', ''],
          ['u-s2', '', '', 'true', '', 'Kim', 'Lee-Ali', '00702', '1'],
        ),
      ),
    ).toEqual([
      ['users', 8, 'No Id', 'The row has no sourcedId.'],
      ['users', 9, 'Odd Id', '“u 7” is no sourcedId: at most 255 letters, digits and . - _ / @ are allowed.'],
      ['users', 10, 'Kim Lee-Ali', 'The same sourcedId as row 5, with other contents.'],
    ]);
  });

  it('are equal to another one: they are read once', async () => {
    const zip = await append(['u-s2', '', '', 'true', '', 'Kim', 'Lee', '00702', '1']);
    const { tables, refused } = await readRoster(zip);
    expect([tables.users.length, refused]).toEqual([6, []]);
  });

  it('have a status that is none', async () => {
    expect(await refusedOf(await append(['u-8', 'gone', '', 'true', '', 'Bo', 'Ray', '', '']))).toEqual([
      ['users', 8, 'Bo Ray', '“gone” is no status: active or tobedeleted.'],
    ]);
  });
});

describe('what is part of itself', () => {
  it('is refused with the way round', async () => {
    const orgs = otherProgram['orgs.csv'].replace('district,,', 'district,,s-9');
    expect(await refusal(await otherProgramsZip({ 'orgs.csv': orgs }))).toBe(
      'orgs.csv has a circle: Northern District is part of Riverside Secondary is part of Northern District. Please correct it in the other program, and export again.',
    );
    const sessions = otherProgram['academicSessions.csv'].replace('2026-07-04,,', '2026-07-04,t-1,');
    expect(await refusal(await otherProgramsZip({ 'academicSessions.csv': sessions }))).toBe(
      'academicSessions.csv has a circle: 2025-2026 is part of Autumn is part of 2025-2026. Please correct it in the other program, and export again.',
    );
  });
});
