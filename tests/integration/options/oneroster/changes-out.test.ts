import { parse } from 'csv-parse/sync';
import JSZip from 'jszip';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { makeRosterFile } from '#functions/options/oneroster/files-out/make-roster-file.ts';
import { handler } from '#functions/options/oneroster/jobs/lambda.ts';
import {
  keyOfRosterFile,
  listRosterFiles,
  RosterFileEntity,
  type RosterFileItem,
} from '#functions/options/oneroster/records/roster-files.ts';
import { readSnapshot, takeSnapshots } from '#functions/options/oneroster/snapshots/keep-snapshots.ts';
import { recordsOf } from '#functions/options/oneroster/snapshots/snapshot.ts';
import { documentsBucket, openFile } from '#functions/platform/files/file-storage.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { nightlyRosterFile } from '#shared/options/oneroster/jobs.ts';
import { rosterFileWordings } from '#shared/options/oneroster/wordings.ts';
import { validateRosterZip } from '../../../../tools/options/oneroster/validate.ts';
import { deleteSnapshots, spoilSnapshot } from '../../../support/options/oneroster/snapshots.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { hookBuckets } from '../../../support/step-by-step/table-requests.ts';

const school = schoolForTests();
const admin = school.as('A1');

beforeEach(async () => {
  await deleteSnapshots();
  for (const one of await RosterFileEntity.query({})) await executeActionOfTest(RosterFileEntity.delete(one));
});

const filesOf = async (): Promise<RosterFileItem[]> => listRosterFiles(new Date());
const night = async (): Promise<RosterFileItem[]> => {
  const before = new Set((await filesOf()).map(({ run }) => run));
  await handler(nightlyRosterFile.step);
  return (await filesOf()).filter(({ run }) => !before.has(run));
};
const bytesOf = async (of: RosterFileItem): Promise<Uint8Array> =>
  (await (await openFile(documentsBucket(), keyOfRosterFile(of)))?.Body?.transformToByteArray()) ?? new Uint8Array();

/** The rows of each file, held to the standard. */
async function rowsOf(of: RosterFileItem | undefined): Promise<Record<string, Record<string, string>[]>> {
  if (!of) throw new Error('There is no such file.');
  const bytes = await bytesOf(of);
  expect((await validateRosterZip(bytes)).faults).toEqual([]);
  const { files } = await JSZip.loadAsync(bytes, { checkCRC32: true });
  const read = Object.values(files).map(async (one) => [
    one.name.replace('.csv', ''),
    parse(await one.async('string'), { columns: true }),
  ]);
  return Object.fromEntries(await Promise.all(read));
}

const rename = (studentId: string, lastName: string) => changeRecordOfTest(StudentEntity, { studentId }, { lastName });
const archive = (studentId: string) => changeRecordOfTest(StudentEntity, { studentId }, { status: 'archived' });
const enter = (studentId: string, exam: number) =>
  putRecords(SubjectRecordEntity, [
    { year, term, subjectId: 'MATH', classId: '1A', formLevel: 1, studentId, exam, examOutOf: 70 },
  ]);

describe('files of changes', () => {
  it('are made at night beside the whole ones, of what changed since the night before', async () => {
    const [first, ...more] = await night();
    expect([first?.since, more]).toEqual([undefined, []]);
    await rename('S01', 'Changed');
    await archive('S02');
    await enter('S03', 61);
    const files = await night();
    expect(files.map(({ since }) => since)).toEqual([undefined, first?.takenAt]);
    const whole = await rowsOf(files[0]);
    expect(whole.users?.map(({ familyName }) => familyName)).toContain('Changed');
    const { manifest = [], users = [], roles = [], enrollments = [], results = [], ...others } = await rowsOf(files[1]);
    const said = new Map(manifest.map(({ propertyName, value }) => [propertyName, value]));
    expect([said.get('file.users'), said.get('file.results'), said.get('file.courses')]).toEqual([
      'delta',
      'delta',
      'absent',
    ]);
    expect(users.map((one) => [one.username, one.familyName, one.status, one.grades])).toEqual([
      ['S01', 'Changed', 'active', '1'],
      ['S02', 'Lastname S02', 'tobedeleted', ''],
    ]);
    expect(roles.map(({ status }) => status)).toEqual(['tobedeleted']);
    // The form class, and the two subjects of the first form.
    expect(enrollments.map(({ status, userSourcedId }) => [status, userSourcedId])).toEqual(
      Array.from({ length: 3 }, () => ['tobedeleted', users[1]?.sourcedId]),
    );
    expect(results.map(({ score, status }) => [score, status])).toEqual([['61', 'active']]);
    expect(others).toEqual({});
    const moments = new Set([...users, ...roles, ...enrollments, ...results].map((one) => one.dateLastModified));
    expect([...moments]).toEqual([files[1]?.takenAt]);
    // The next one has nothing of it, and is a file all the same: programs fetch one each night.
    const [, none] = await night();
    expect([none?.rows, Object.keys(await rowsOf(none))]).toEqual([{}, ['manifest']]);
  });

  it('are made by the office of what changed since a file that is kept', async () => {
    const [first] = await night();
    await rename('S04', 'Again');
    await night();
    await rename('S05', 'Later');
    const begun = await admin.call(onerosterContract.startRosterFile, { since: first?.madeAt ?? '' });
    expect(begun.status).toBe(200);
    for (;;) {
      const { run, files } = (await admin.call(onerosterContract.readRosterFiles, {})).body;
      if (run?.state === 'running') {
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      expect(files[0]).toMatchObject({ by: 'Ada Office', since: first?.takenAt, is_whole_instead: false });
      const answer = await admin.follow(files[0]?.link ?? '');
      expect(answer.headers.get('content-disposition')).toMatch(/demo OneRoster changes \d{4}-\d{2}-\d{2}\.zip/);
      break;
    }
    const made = (await filesOf()).find(({ madeBy }) => madeBy !== undefined);
    expect((await rowsOf(made)).users?.map(({ familyName }) => familyName)).toEqual(['Again', 'Later']);
    const gone = await admin.call(onerosterContract.startRosterFile, { since: '2025-01-01T00:00:00.000Z' });
    expect([gone.status, gone.error?.message]).toEqual([409, [rosterFileWordings.gone]]);
  });

  it.each([
    ['has ended', deleteSnapshots],
    ['of people cannot be read', () => spoilSnapshot('people')],
    ['of marks cannot be read', () => spoilSnapshot('marks')],
  ])('begin again where the snapshot %s: whole, and said so', async (_, lose) => {
    const [first] = await night();
    await lose();
    expect((await night()).map(({ since }) => since)).toEqual([undefined]);
    await makeRosterFile({ run: `lost ${_}`, madeAt: new Date().toISOString() }, { since: first?.takenAt ?? '' });
    const asked = (await filesOf()).find(({ run }) => run === `lost ${_}`);
    expect([asked?.since, asked?.isWholeInstead]).toEqual([undefined, true]);
    expect((await rowsOf(asked)).users?.length).toBe((await rowsOf(first)).users?.length);
    // And go on from there.
    await rename('S11', `After ${_}`);
    const [, changes] = await night();
    expect((await rowsOf(changes)).users?.map(({ familyName }) => familyName)).toEqual([`After ${_}`]);
  });

  it('lose nothing where one was killed behind its snapshot, or before it', async () => {
    await night();
    await rename('S12', 'Once');
    for (const step of ['PutObjectCommand', 'CreateMultipartUploadCommand']) {
      const killed = hookBuckets(
        ({ command, send }) => (command === step ? Promise.reject(new Error('killed')) : send()),
        () => handler(nightlyRosterFile.step),
      );
      await expect(killed).rejects.toThrow('killed');
    }
    const [, changes] = await night();
    expect((await rowsOf(changes)).users?.map(({ familyName }) => familyName)).toEqual(['Once']);
  });

  it('are a chain without a gap where a night was killed between its two files', async () => {
    const [first] = await night();
    await rename('S12', 'Before');
    let begun = 0;
    const killed = hookBuckets(
      ({ command, send }) => {
        if (command === 'CreateMultipartUploadCommand') begun += 1;
        return begun === 2 ? Promise.reject(new Error('killed')) : send();
      },
      () => handler(nightlyRosterFile.step),
    );
    await expect(killed).rejects.toThrow('killed');
    await rename('S13', 'Behind');
    await night();
    const names: string[] = [];
    let at = first?.takenAt;
    for (;;) {
      const next = (await filesOf()).find(({ since }) => since !== undefined && since === at);
      if (!next) break;
      names.push(...((await rowsOf(next)).users ?? []).map(({ familyName }) => familyName ?? ''));
      at = next.takenAt;
    }
    expect(names).toEqual(['Before', 'Behind']);
  });

  it('have dates of birth that are not given out any more as gone', async () => {
    await executeActionOfTest(StudentEntity.update({ studentId: 'S13' }, { set: { dateOfBirth: '2013-04-05' } }));
    await night();
    const { optionSettings } = file();
    onTestFinished(() => {
      file().optionSettings = optionSettings;
    });
    file().optionSettings = { oneroster: { demographics: false } };
    const [whole, changes] = await night();
    expect((await rowsOf(whole)).demographics).toBeUndefined();
    const gone = (await rowsOf(changes)).demographics ?? [];
    expect(gone.length).toBeGreaterThan(0);
    expect(new Set(gone.map(({ status, birthDate }) => `${status} ${birthDate}`))).toEqual(new Set(['tobedeleted ']));
  });
});

describe('a snapshot of the school', () => {
  it('is one where several are taken at once, and each change has one moment', async () => {
    const first = await takeSnapshots();
    await rename('S41', 'Together');
    const all = await Promise.all([
      takeSnapshots(),
      takeSnapshots(),
      readSnapshot('people', { now: new Date(), atMost: 0 }),
      takeSnapshots(),
    ]);
    const last = await readSnapshot('people', { now: new Date(), atMost: 60_000 });
    const moments = all.flatMap((one) =>
      recordsOf('people' in one ? one.people : one, 'users')
        .filter(({ familyName }) => familyName === 'Together')
        .map(({ dateLastModified }) => dateLastModified),
    );
    expect(moments).toHaveLength(4);
    expect(new Set(moments).size).toBe(1);
    expect(moments[0]?.localeCompare(first.people.takenAt)).toBe(1);
    for (const one of all) expect(('people' in one ? one.people : one).takenAt <= last.takenAt).toBe(true);
    const others = recordsOf(last, 'users').filter(({ familyName }) => familyName !== 'Together');
    expect(new Set(others.map(({ dateLastModified }) => dateLastModified))).toEqual(new Set([first.people.takenAt]));
  });

  it.each([
    ['none before', async () => undefined],
    ['one before', () => takeSnapshots()],
  ])('is of a later reading where that was faster, with %s', async (name, begin) => {
    await begin();
    let later: Promise<unknown> | undefined;
    const slow = await hookBuckets(
      async ({ command, send }) => {
        // Another process reads the school after this one, and is first.
        if (command === 'PutObjectCommand' && !later) {
          later = rename('S41', `Faster, ${name}`).then(() => takeSnapshots());
          await later;
        }
        return send();
      },
      () => readSnapshot('people', { now: new Date(), atMost: 0 }),
    );
    expect(recordsOf(slow, 'users').map(({ familyName }) => familyName)).toContain(`Faster, ${name}`);
    expect(await later).toMatchObject({ people: { takenAt: slow.takenAt } });
  });
});
