import { describe, expect, it } from 'vitest';
import { RosterFileEntity } from '#functions/options/oneroster/records/roster-files.ts';
import { SourcedIdEntity } from '#functions/options/oneroster/sourced-ids.ts';
import { school as file } from '#functions/school/records/school.ts';
import { tableParts } from '#functions/students/register/erasure/erasure-steps.ts';
import { eraseRows } from '#functions/students/register/jobs/rows-to-erase.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { nightlyOfSchool } from '#shared/product.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { schoolWithoutOptions } from '../../../support/options/without-options.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';

describe('a school without OneRoster', () => {
  const school = schoolWithoutOptions(['move-in']);

  it('answers none of its calls, and starts nothing at night', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    expect((await office.call(onerosterContract.readRosterFiles, {})).status).toBe(404);
    expect((await office.call(onerosterContract.startRosterFile, {})).status).toBe(404);
    const settings = { oneroster: { nightly: true } };
    expect(nightlyOfSchool({ options: ['move-in'], optionSettings: settings })).toEqual([]);
    const both = ['move-in', 'oneroster'];
    expect(nightlyOfSchool({ options: both, optionSettings: settings })).toMatchObject([{ domain: 'oneroster' }]);
    expect(nightlyOfSchool({ options: both, optionSettings: {} })).toEqual([]);
  });

  it('keeps what it knows of files and ids; those of a student go with an erasure', async () => {
    await import('#functions/students/register/jobs/lambda.ts');
    file().options = [];
    const made = {
      madeAt: '2026-05-20T08:00:00.000Z',
      run: 'run',
      takenAt: '2026-05-20T08:00:02.000Z',
      bytes: 1,
      rows: { users: 1 },
      lacksTerms: false,
      expires: 1e10,
    };
    await executeActionOfTest(RosterFileEntity.put(made));
    const ofStudent = { kind: 'user' as const, key: 'student#S41', sourcedId: 'u.41', studentId: 'S41' };
    await executeActionOfTest(SourcedIdEntity.put({ kind: 'org', key: 'school', sourcedId: 'north' }));
    await executeActionOfTest(SourcedIdEntity.put(ofStudent));
    const unknown = await Promise.all(Array.from({ length: tableParts }, (_, part) => eraseRows(['S41'], part)));
    expect(unknown.flat().join(' ')).not.toMatch(/roster-file|sourced-id/);
    expect(await RosterFileEntity.query({})).toEqual([made]);
    expect((await SourcedIdEntity.query({})).map(({ sourcedId }) => sourcedId)).toEqual(['north']);
  });
});
